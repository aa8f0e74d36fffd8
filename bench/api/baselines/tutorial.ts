import express from 'express';
import { createTransport } from 'nodemailer';

import { contactPath } from '../../../contract/api.ts';
import { contactFormSchema } from '../../../contract/contact-form.ts';
import { connectContactModel } from '../../contact-model.ts';
import { listen } from './listen.ts';

const Contact = await connectContactModel(process.env.MONGODB_URI ?? '');
// Most tutorials open a connection for each mail; keeping them is kinder to this side.
const { hostname, port } = new URL(process.env.SMTP_URL ?? '');
const mail = createTransport({ host: hostname, port: Number(port), pool: true });

const app = express();
app.use(express.json());
app.post(contactPath, async (request, response) => {
  const form = contactFormSchema.safeParse(request.body);
  if (!form.success) {
    response.status(400).json(form.error.issues);
    return;
  }
  const { firstName, lastName, email, message } = form.data;
  const { id } = await Contact.create(form.data);
  await mail.sendMail({
    from: 'office@example.co.za',
    to: 'staff@example.co.za',
    replyTo: email,
    subject: `Enquiry from ${firstName} ${lastName}`,
    text: message,
  });
  response.status(202).json({ message: 'Thank you.', reference: id });
});
listen(app);
