import express from 'express';

import { contactPath } from '../../../contract/api.ts';
import { listen } from './listen.ts';

const app = express();
app.use(express.json());
app.post(contactPath, (_request, response) => {
  response.status(202).json({ message: 'Thank you.', reference: '7F3K-92QD' });
});
listen(app);
