import {
  noLimits,
  startService,
  type Service,
  type ServiceName,
  type ServiceOptions,
} from './service.ts';
import { openDatabase, untilSent } from './own-stores.ts';
import { serveSite } from './serve-site.ts';
import { settingsFor, startSmtpDouble } from './smtp-double.ts';

/** @param keepMails false to keep only the counts of emails, for tests that send many. */
export async function startPipeline(keepMails = true) {
  const database = await openDatabase();
  const mail = await startSmtpDouble(keepMails);
  const settings = { ...database.settings, ...settingsFor(mail), ...noLimits };
  const services: Promise<Service>[] = [];
  return {
    settings,
    database,
    mail,
    untilSent: (reference: string | undefined = '', timeout?: number) =>
      untilSent(database, { reference }, timeout),
    start: (name: ServiceName, change: Record<string, string> = {}, options?: ServiceOptions) => {
      const service = startService(name, { ...settings, ...change }, options);
      services.push(service);
      return service;
    },
    stop: async () => {
      // A process that failed to start has exited, but others may still be starting.
      for (const started of await Promise.allSettled(services)) {
        if (started.status === 'fulfilled') await started.value.kill();
      }
      await database.stop();
      await mail.stop();
    },
  };
}

export async function startProduct() {
  const pipeline = await startPipeline();
  const [api, office] = await Promise.all([
    pipeline.start('api'),
    pipeline.start('office'),
    pipeline.start('worker'),
  ]).catch(async (error: unknown) => {
    await pipeline.stop();
    throw error;
  });
  const site = await serveSite({ apiUrl: api.url, officeUrl: office.url });
  return {
    ...pipeline,
    site: site.url,
    stop: async () => {
      await site.stop();
      await pipeline.stop();
    },
  };
}
