import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { written } from '#support/worker-letters.ts';
import { readWorkerConfig } from '../../worker/config.ts';
import { acknowledgement } from '../../worker/mail/acknowledgement.ts';
import { assignmentMail } from '../../worker/jobs/assignments.ts';
import { digestMail } from '../../worker/jobs/digest.ts';
import { messageId, type MailMessage } from '../../worker/mail/mailer.ts';
import { reply } from '../../worker/mail/reply.ts';
import { staffNotification } from '../../worker/mail/staff-notification.ts';

const file = new URL('../fixtures/letters.json', import.meta.url);
const frozen = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

const config = readWorkerConfig({
  OFFICE_URL: 'https://office.example.co.za',
  SMTP_URL: 'smtp://127.0.0.1',
  MAIL_FROM: 'Office <office@example.co.za>',
  MAIL_STAFF: 'desk@example.co.za, two@example.co.za',
  MAIL_BOUNCES_TO: 'bounces@example.co.za',
});
const { plain, demanding, answered, owner, assignments, digest } = written;

const letters: Record<string, MailMessage> = {
  acknowledgement: acknowledgement(plain, config, plain.createdAt),
  staff: staffNotification(plain, config),
  'staff-demanding': staffNotification(demanding, config),
  reply: reply(answered, config),
  assignment: assignmentMail(owner, assignments.slice(0, 1), config),
  assignments: assignmentMail(owner, assignments, config),
  digest: digestMail('2024-06-03', digest, config),
};

it.each(Object.entries(letters))('the email %s is as it was agreed', (name, message) => {
  const { submissionId: _id, kind: _kind, replyId: _reply, ...content } = message;
  const id = messageId(message, message.from);
  expect(JSON.parse(JSON.stringify({ messageId: id, ...content }))).toEqual(frozen[name]);
});
