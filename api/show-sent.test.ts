import { createSecretKey } from 'node:crypto';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { answerProblem, problemFrom } from '../platform/http/problem.ts';
import type { AnswerPages } from './answer-pages.ts';
import { acceptedMessage, createReceipts } from './show-sent.ts';

const pages: AnswerPages = {
  answer: (response, status, name, values) =>
    void response.status(status).json({ name, ...values }),
};
const firstKey = createSecretKey(Buffer.alloc(32, 1));
let key: typeof firstKey | undefined;
let server: ReturnType<ReturnType<typeof express>['listen']>;
let url: string;

beforeEach(async () => {
  key = firstKey;
  const receipts = createReceipts({ keyFor: () => Promise.resolve(key) }, pages, 'Thank you.');
  const app = express();
  app.post('/', (_request, response) => receipts.redirectTo(response, '7F3K-92QD'));
  app.get('/api/contact/sent/:reference', receipts.show);
  const answer: express.ErrorRequestHandler = (error, request, response, next) =>
    response.headersSent ? next(error) : answerProblem(request, response, problemFrom(error));
  app.use(answer);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => void server.close());

async function getReceiptUrl(): Promise<string> {
  const response = await fetch(url, { method: 'POST', redirect: 'manual' });
  return `${url}${response.headers.get('location')}`;
}

it('says what happens next, and names the reply time if one is set', () => {
  expect(acceptedMessage({ replyWithin: undefined })).toMatch(
    /will read your message and reply by email\.$/,
  );
  expect(acceptedMessage({ replyWithin: 'one working day' })).toMatch(
    /by email within one working day\. If you hear nothing by then, please phone us\.$/,
  );
});

it('shows the receipt, but not if another installation signed its URL', async () => {
  const address = await getReceiptUrl();
  const receipt = await fetch(address);
  expect([receipt.status, await receipt.text()]).toEqual([
    200,
    expect.stringContaining('7F3K-92QD'),
  ]);
  key = createSecretKey(Buffer.alloc(32, 2));
  expect((await fetch(address)).status).toBe(404);
});

it('sends the receipt directly if there is no key, and then answers its URL with 503', async () => {
  const address = await getReceiptUrl();
  key = undefined;
  const taken = await fetch(url, { method: 'POST', redirect: 'manual' });
  expect([taken.status, await taken.text()]).toEqual([202, expect.stringContaining('7F3K-92QD')]);
  const later = await fetch(address);
  expect(later.status).toBe(503);
  expect(later.headers.get('retry-after')).toBe('10');
});
