import { Queue } from 'bullmq';
import express from 'express';

import { contactPath } from '../../../contract/api.ts';
import { contactFormSchema } from '../../../contract/contact-form.ts';
import { listen } from './listen.ts';

const { hostname, port } = new URL(process.env.REDIS_URL ?? '');
const queue = new Queue('bare', { connection: { host: hostname, port: Number(port) } });

const app = express();
app.use(express.json());
app.post(contactPath, async (request, response) => {
  const form = contactFormSchema.safeParse(request.body);
  if (!form.success) {
    response.status(400).json(form.error.issues);
    return;
  }
  const job = await queue.add('store', form.data);
  response.status(202).json({ message: 'Thank you.', reference: job.id });
});
listen(app);
