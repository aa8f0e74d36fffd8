import express from 'express';

import { contactPath } from '../../../contract/api.ts';
import { contactFormSchema } from '../../../contract/contact-form.ts';
import { listen } from './listen.ts';

const app = express();
app.use(express.json());
app.post(contactPath, (request, response) => {
  const form = contactFormSchema.safeParse(request.body);
  if (!form.success) {
    response.status(400).json(form.error.issues);
    return;
  }
  response.status(202).json({ message: 'Thank you.', reference: '7F3K-92QD' });
});
listen(app);
