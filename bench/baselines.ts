import { hash } from 'node:crypto';
import fastifyHelmet from '@fastify/helmet';
import fastifyRateLimit from '@fastify/rate-limit';
import { MetricsTime, Queue, Worker } from 'bullmq';
import express, { type RequestHandler } from 'express';
import { fastify } from 'fastify';
import mongoose from 'mongoose';
import { createTransport } from 'nodemailer';

import { contactPath } from '../contract/api.ts';
import { contactFieldNames } from '../contract/contact-fields.ts';
import { contactFormSchema, type ContactForm } from '../contract/contact-form.ts';
import { storeSubmissionJob } from '../contract/jobs.ts';
import { automaticKinds } from '../contract/notifications.ts';
import { smtpAddress } from '../platform/mailbox.ts';
import { createRedis } from '../platform/redis.ts';
import { connect, createIndexes } from '../storage/connection.ts';
import { silent } from '../testing/loggers.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import { documentOf } from '../storage/submissions.ts';
import { createAccepted, createNumberedEnquiry } from '../testing/enquiry.ts';
import { readWorkerConfig } from '../worker/config.ts';
import { mailOptions } from '../worker/mail/message.ts';
import { smtpConnections } from '../worker/mail/smtp.ts';
import { kinds } from '../worker/kinds.ts';

// The number of jobs that the worker processes concurrently by default.
const concurrency = 100;
const { BASELINE, COUNT, API_PORT, WORKER_PORT, ...env } = process.env;
const { MONGODB_URI = '', REDIS_URL = '', SMTP_URL = '' } = env;

/** Connects to MongoDB and creates a Mongoose model like those in most tutorials. */
async function connectContactModel() {
  // The same durability as the product's own writes.
  const writeConcern = { w: 'majority', journal: true } as const;
  await mongoose.connect(MONGODB_URI, { writeConcern, autoCreate: false });
  const fields = contactFieldNames.map((name) => [name, { type: String, required: true }]);
  return mongoose.model<ContactForm & { _id: string; createdAt: Date }>(
    'Contact',
    new mongoose.Schema({
      ...(Object.fromEntries(fields) as Record<string, object>),
      _id: { type: String, default: () => crypto.randomUUID() },
      createdAt: { type: Date, default: () => new Date() },
    }),
  );
}

function parseAndHandle(handle: (form: ContactForm) => Promise<unknown>): RequestHandler {
  return async (request, response) => {
    const form = contactFormSchema.safeParse(request.body);
    if (form.success) {
      response.status(202).json({ message: 'Thank you.', reference: await handle(form.data) });
    } else {
      response.status(400).json(form.error.issues);
    }
  };
}

/** Simple replacements for the API, such as the code that most people would write. */
const handlers: Record<string, () => RequestHandler | Promise<RequestHandler>> = {
  empty: () => (_request, response) => {
    response.status(202).json({ message: 'Thank you.', reference: '7F3K-92QD' });
  },

  queue() {
    const queue = new Queue('bare', { connection: { url: REDIS_URL } });
    return parseAndHandle(async (form) => (await queue.add('store', form)).id);
  },

  async tutorial() {
    const Contact = await connectContactModel();
    // Most tutorials open a connection per email; a pool favours the baseline.
    const mail = createTransport({ url: SMTP_URL, pool: true });
    return parseAndHandle(async (form) => {
      const { id } = await Contact.create(form);
      await mail.sendMail({
        from: 'office@example.co.za',
        to: 'staff@example.co.za',
        replyTo: form.email,
        subject: `Enquiry from ${form.firstName} ${form.lastName}`,
        text: form.message,
      });
      return id;
    });
  },
};

/**
 * Serves an API on Fastify, a fast framework. It does most of what our API does, but does not
 * screen enquiries.
 */
async function listenWithFastify(port: number): Promise<void> {
  const queue = new Queue('bare', { connection: { url: REDIS_URL } });
  const app = fastify({ logger: true });
  await app.register(fastifyHelmet);
  await app.register(fastifyRateLimit, {
    redis: createRedis(REDIS_URL, 'interactive'),
    max: Number.MAX_SAFE_INTEGER,
    timeWindow: '10 minutes',
  });
  app.post(contactPath, async (request, reply) => {
    const form = contactFormSchema.safeParse(request.body);
    if (!form.success) return reply.code(400).send(form.error.issues);
    const jobId = hash('sha256', JSON.stringify(form.data));
    const { id } = await queue.add('store', form.data, { jobId });
    return reply.code(202).send({ message: 'Thank you.', reference: id });
  });
  app.get('/readyz', () => 'Ready.');
  await app.listen({ port, host: '127.0.0.1' });
}

/** Takes the worker's jobs without doing their work. */
function takeJobs(): void {
  const { queue, policy } = storeSubmissionJob;
  new Worker(queue, () => Promise.resolve(), {
    connection: createRedis(REDIS_URL, 'background'),
    prefix: '{enquiries}',
    concurrency,
    removeOnComplete: policy.removeOnComplete,
    metrics: { maxDataPoints: MetricsTime.TWO_WEEKS },
  });
}

/** Runs `act` for each of `COUNT` prepared enquiries. Returns the elapsed seconds. */
async function timeAll<Item>(
  prepare: (document: ContactSubmission) => Item,
  act: (item: Item) => Promise<unknown>,
): Promise<number> {
  const items = Array.from({ length: Number(COUNT) }, (_, number) =>
    prepare(documentOf(createAccepted({ form: createNumberedEnquiry(number) }))),
  );
  const left = items.values();
  const actOnSome = async () => {
    for (const item of left) await act(item);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, actOnSome));
  return (performance.now() - started) / 1_000;
}

/** Inserts the worker's documents and does nothing else. Indexes and durability are the same. */
async function insertAll(): Promise<number> {
  const database = connect(MONGODB_URI, { logger: silent });
  await createIndexes(database, silent);
  return timeAll(
    (document) => document,
    (document) => database.submissions.collection.insertOne(document as object),
  );
}

/** Sends the worker's emails with plain nodemailer over the same number of connections. */
async function sendAll(): Promise<number> {
  const config = readWorkerConfig(process.env);
  const transport = createTransport({
    ...smtpAddress(SMTP_URL),
    pool: true,
    maxConnections: smtpConnections,
  });
  return timeAll(
    (submission) =>
      automaticKinds.flatMap((kind) => {
        const message = kinds[kind].write?.(submission, config);
        return message ? [mailOptions(message)] : [];
      }),
    (mails) => Promise.all(mails.map((mail) => transport.sendMail(mail))),
  );
}

const floors: Record<string, () => Promise<number>> = { inserts: insertAll, mails: sendAll };

process.once('disconnect', () => process.exit(1));
process.once('SIGTERM', () => process.exit(0));
const floor = floors[BASELINE ?? ''];
if (floor) {
  const seconds = await floor();
  process.send?.(seconds, () => process.exit(0));
} else if (BASELINE === 'fastify') {
  await listenWithFastify(Number(API_PORT));
} else {
  const app = express();
  const handler = await handlers[BASELINE ?? '']?.();
  if (handler) app.post(contactPath, express.json(), handler);
  else takeJobs();
  app.get('/readyz', (_request, response) => void response.send('Ready.'));
  app.listen(Number(API_PORT ?? WORKER_PORT), '127.0.0.1');
}
