import {
  noLimits,
  startService,
  type Service,
  type ServiceName,
  type ServiceOptions,
} from './service.ts';
import { connect, type Database } from '../storage/connection.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import { silent } from './loggers.ts';
import { ownStores, untilSent, type OwnStores } from './own-stores.ts';
import { serveSite } from './serve-site.ts';
import { settingsFor, startSmtpDouble, type SmtpDouble } from './smtp-double.ts';

/** The product's processes with their own stores and mail server. */
export interface Pipeline {
  settings: OwnStores['settings'] & Record<string, string>;
  database: Database;
  mail: SmtpDouble;
  start: (
    name: ServiceName,
    settings?: Record<string, string>,
    options?: ServiceOptions,
  ) => Promise<Service>;
  find: (reference: string | undefined) => Promise<ContactSubmission | null>;
  /** Resolves once both emails about the submission are marked as sent. */
  untilSent: (reference: string | undefined, timeout?: number) => Promise<ContactSubmission>;
  stop: () => Promise<void>;
}

/** The whole product: a pipeline with the built site, an API, a worker and an office. */
export interface RunningProduct extends Pipeline {
  site: string;
  api: Service;
  worker: Service;
  office: Service;
}

/**
 * Prepares stores and the mail server; processes are started separately.
 *
 * @param keepMails false to keep only counts of many emails.
 */
export async function startPipeline(keepMails = true): Promise<Pipeline> {
  const stores = ownStores();
  const mail = await startSmtpDouble(keepMails);
  const database = connect(stores.settings.MONGODB_URI, { logger: silent });
  await database.connected;
  const settings = {
    ...stores.settings,
    ...settingsFor(mail),
    ...noLimits,
  };
  const services: Promise<Service>[] = [];
  return {
    settings,
    database,
    mail,
    find: (reference = '') => database.submissions.findOne({ reference }).lean().exec(),
    untilSent: (reference = '', timeout) => untilSent(database, { reference }, timeout),
    start(name, change = {}, options = {}) {
      const service = startService(name, { ...settings, ...change }, options);
      services.push(service);
      return service;
    },
    async stop() {
      // A process that failed to start has ended, but others may still be starting.
      for (const started of await Promise.allSettled(services)) {
        if (started.status === 'fulfilled') await started.value.kill();
      }
      await database.close();
      await stores.remove();
      await mail.stop();
    },
  };
}

/** Starts the whole product. */
export async function startProduct(): Promise<RunningProduct> {
  const pipeline = await startPipeline();
  const [api, worker, office] = await Promise.all([
    pipeline.start('api'),
    pipeline.start('worker'),
    pipeline.start('office'),
  ]).catch(async (error: unknown) => {
    await pipeline.stop();
    throw error;
  });
  const site = await serveSite({ apiUrl: api.url, officeUrl: office.url });
  return {
    ...pipeline,
    api,
    worker,
    office,
    site: site.url,
    async stop() {
      site.stop();
      await pipeline.stop();
    },
  };
}
