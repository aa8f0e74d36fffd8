import express, { type RequestHandler } from 'express';

import { contactPath } from '../../contract/api.ts';
import { contactFormSchema, type ContactForm } from '../../contract/contact-form.ts';

const { API_PORT, BASELINE = '', MONGODB_URI = '', REDIS_URL = '', SMTP_URL = '' } = process.env;

/** Makes what deals with a form that is as it should be, and gives its reference. */
const baselines: Record<string, () => Promise<(form: ContactForm) => unknown>> = {
  zod: () => Promise.resolve(() => '7F3K-92QD'),

  async queue() {
    const { Queue } = await import('bullmq');
    const { hostname, port } = new URL(REDIS_URL);
    const queue = new Queue('bare', { connection: { host: hostname, port: Number(port) } });
    return async (form) => (await queue.add('store', form)).id;
  },

  async tutorial() {
    const { connectContactModel } = await import('../contact-model.ts');
    const { createTransport } = await import('nodemailer');
    const Contact = await connectContactModel(MONGODB_URI);
    // Most tutorials open a connection for each mail; keeping them is kinder to this side.
    const { hostname, port } = new URL(SMTP_URL);
    const mail = createTransport({ host: hostname, port: Number(port), pool: true });
    return async (form) => {
      const { id } = await Contact.create(form);
      await mail.sendMail({
        from: 'office@example.co.za',
        to: 'staff@example.co.za',
        replyTo: form.email,
        subject: `Enquiry from ${form.firstName} ${form.lastName}`,
        text: form.message,
      });
      return id;
    };
  },
};

async function createHandler(): Promise<RequestHandler> {
  const thanks = 'Thank you.';
  const deal = await baselines[BASELINE]?.();
  if (!deal) {
    return (_request, response) => {
      response.status(202).json({ message: thanks, reference: '7F3K-92QD' });
    };
  }
  return async (request, response) => {
    const form = contactFormSchema.safeParse(request.body);
    if (form.success) {
      response.status(202).json({ message: thanks, reference: await deal(form.data) });
    } else {
      response.status(400).json(form.error.issues);
    }
  };
}

const app = express();
app.use(express.json());
app.post(contactPath, await createHandler());
app.get('/readyz', (_request, response) => void response.send('Ready.'));
app.listen(Number(API_PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
