import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';

import { chatRequest, postToChat } from './chat-webhook.ts';

const message = { title: 'Office: Mail', text: 'The mail server is down.', data: { level: 'bad' } };

it.each([
  ['https://hooks.slack.com/services/T0/B0/secret', ['text']],
  ['https://x.westeurope.logic.azure.com/workflows/1', ['text', 'type', 'attachments']],
  ['https://alerts.example.co.za/hook', ['text', 'title', 'message', 'level']],
])('posts to %s in its own format', (address, fields) => {
  const { url, body } = chatRequest(address, message);
  expect(url).toBe(address);
  expect(Object.keys(body)).toEqual(fields);
  expect(body.text).toBe(`${message.title}\n${message.text}`);
});

it('posts to the root of ntfy, with the topic, and a high priority only if urgent', () => {
  const { url, body } = chatRequest('https://ntfy.sh/on-call', { ...message, isUrgent: true });
  expect(url).toBe('https://ntfy.sh');
  expect(body).toMatchObject({ topic: 'on-call', priority: 5, title: message.title });
  expect(chatRequest('https://ntfy.sh/on-call', message).body.priority).toBe(3);
  // The way to authenticate that needs no header.
  const withLogin = chatRequest('https://ntfy.example.co.za/on-call?auth=QmVhcmVy', message);
  expect(withLogin.url).toBe('https://ntfy.example.co.za?auth=QmVhcmVy');
});

it('rejects with the HTTP status as the code if the receiver refuses a message', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end()).listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const posting = postToChat(`http://127.0.0.1:${port}/`, message);
  await expect(posting).rejects.toMatchObject({ code: '404' });
});
