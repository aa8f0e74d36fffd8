import { mkdtemp, open, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { createLogger } from '../../platform/logger.ts';
import { markSource } from '../../design/letter/mark-image.ts';
import type { MailMessage } from './message.ts';
import { createOutboxMailer } from './mailer.ts';

const message: MailMessage = {
  submissionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  kind: 'acknowledgement',
  from: { name: 'Office', address: 'office@example.co.za' },
  to: [{ name: '', address: 'visitor@example.org' }],
  subject: 'Ndiyabulela – 谢谢',
  text: 'Text 👋🏽\n',
  html: '<p>Text 👋🏽</p>',
  headers: { 'Auto-Submitted': 'auto-replied' },
};
const fileName = '7c9e6679-7425-40de-944b-e07fc1f90ae7.acknowledgement.eml';

let directory: string;
let logs = '';
const logger = createLogger(
  { service: 'test', level: 'debug', format: 'json' },
  { write: (line) => void (logs += line) },
);

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'made', 'when needed');
});
afterEach(() => rm(join(directory, '..', '..'), { recursive: true }));

it('writes a valid message', async () => {
  await createOutboxMailer(directory, logger).send(message);
  const mail = await PostalMime.parse(await readFile(join(directory, fileName)));
  expect(mail).toMatchObject({
    subject: message.subject,
    messageId: '<7c9e6679-7425-40de-944b-e07fc1f90ae7.acknowledgement@example.co.za>',
    from: { name: 'Office', address: 'office@example.co.za' },
    to: [{ address: 'visitor@example.org' }],
  });
  expect(mail.text?.trim()).toBe('Text 👋🏽');
  expect(mail.html).toContain('<p>Text 👋🏽</p>');
  // The logo is part of the HTML, so that mail programs do not list it as an attachment.
  expect(mail.attachments).toMatchObject([
    { mimeType: 'image/png', disposition: 'inline', related: true },
  ]);
  expect(mail.attachments[0]?.contentId).toBe(`<${markSource.slice('cid:'.length)}>`);
});

it('overwrites the file of a retried message and leaves nothing else behind', async () => {
  const mailer = createOutboxMailer(directory, logger);
  await Promise.all([mailer.send(message), mailer.send(message)]);
  await mailer.send({ ...message, subject: 'Second' });
  expect(await readdir(directory)).toEqual([fileName]);
  expect(await readFile(join(directory, fileName), 'utf8')).toContain('Subject: Second');
});

it('makes the file unreadable for other users, and keeps addresses out of the log', async () => {
  await createOutboxMailer(directory, logger).send(message);
  expect((await stat(join(directory, fileName))).mode & 0o077).toBe(0);
  expect(logs).toContain(message.submissionId);
  expect(logs).not.toContain('visitor@example.org');
});

it('closes and deletes a file that cannot be written, such as on a full disk', async () => {
  const handle = await open(tmpdir());
  const files = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const full = vi.spyOn(files, 'writeFile').mockRejectedValue(new Error('The disk is full.'));
  onTestFinished(() => full.mockRestore());
  await expect(createOutboxMailer(directory, logger).send(message)).rejects.toThrow('full');
  expect(await readdir(directory)).toEqual([]);
  const descriptors = await readdir('/proc/self/fd');
  const opened = await Promise.allSettled(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`)));
  expect(JSON.stringify(opened)).not.toContain(directory);
});
