import { randomUUID } from 'node:crypto';

import { contactAcceptedSchema, contactPath, idempotencyKeyHeader } from '../../contract/api.ts';
import { startService, type Service } from '../../dev/service.ts';
import { connect, type Database } from '../../storage/connection.ts';
import type { ContactSubmission } from '../../storage/submission-model.ts';
import { startMailServer, type MailServer } from '../mail-server.ts';
import { ownStores, silent, type OwnStores } from '../own-stores.ts';
import { waitFor } from '../wait-for.ts';

/** API and worker processes on stores of a test's own, and what they leave behind. */
export interface Pipeline {
  settings: OwnStores['settings'] & Record<string, string>;
  database: Database;
  mail: MailServer;
  start(name: 'api' | 'worker', settings?: Record<string, string>): Promise<Service>;
  find(reference: string | undefined): Promise<ContactSubmission | null>;
  /** Resolves when both mails about the submission are marked as sent. */
  untilSent(reference: string, patience?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Prepares a pipeline; its processes are started one by one. */
export async function startPipeline(): Promise<Pipeline> {
  const stores = ownStores();
  const mail = await startMailServer();
  const database = connect(stores.settings.MONGODB_URI, { logger: silent });
  await database.connected;
  const settings = {
    ...stores.settings,
    SMTP_URL: mail.url,
    MAIL_FROM: 'office@example.co.za',
    MAIL_STAFF: 'staff@example.co.za',
    RATE_LIMIT_PER_ADDRESS: '100000',
    RATE_LIMIT_PER_EMAIL: '100000',
    RATE_LIMIT_PER_MINUTE: '100000',
  };
  const services: Service[] = [];
  function find(reference: string | undefined): Promise<ContactSubmission | null> {
    return database.submissions.findOne({ reference: reference ?? '' }).lean();
  }
  return {
    find,
    settings,
    database,
    mail,
    async start(name, change = {}) {
      const service = await startService(name, { ...settings, ...change });
      services.push(service);
      return service;
    },
    async untilSent(reference, patience) {
      await waitFor(
        `${reference} is stored and both mails are sent`,
        async () => {
          const { staff, acknowledgement } = (await find(reference))?.notifications ?? {};
          return staff?.status === 'sent' && acknowledgement?.status === 'sent';
        },
        patience,
      );
    },
    async stop() {
      await Promise.all(services.map((service) => service.kill()));
      await database.close();
      await stores.remove();
      await mail.close();
    },
  };
}

/** Sends an enquiry. Returns its reference, or undefined if it was not acknowledged. */
export async function send(
  api: string,
  about: string,
  message = `An enquiry about ${about}.`,
): Promise<string | undefined> {
  try {
    const response = await fetch(`${api}${contactPath}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [idempotencyKeyHeader]: randomUUID() },
      body: JSON.stringify({
        firstName: 'Thandiwe',
        lastName: 'Nkosi',
        email: `${about}@example.org`,
        organisation: 'Guild of Surveyors',
        message,
      }),
      signal: AbortSignal.timeout(5_000),
    });
    if (response.status !== 202) return undefined;
    return contactAcceptedSchema.parse(await response.json()).reference;
  } catch {
    return undefined;
  }
}
