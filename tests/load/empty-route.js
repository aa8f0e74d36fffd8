import express from 'express';

/** What `npm run load` compares with: Express parses the body and answers, nothing else. */
const app = express();
app.get('/readyz', (_request, response) => void response.end());
app.post('/api/contact', express.json(), (_request, response) => {
  response.status(202).json({ message: 'Thank you for your message.', reference: 'ABCD-EFGH' });
});
app.listen(Number(process.env.API_PORT), '127.0.0.1');
