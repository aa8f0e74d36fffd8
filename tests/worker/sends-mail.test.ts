import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';

import { referenceOf } from '../../contract/reference.ts';
import { changeSubmission } from '../../storage/handling.ts';
import { findSubmission } from '../../storage/submissions.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { startTestWorker, submit } from '../../testing/test-worker.ts';

const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(() =>
  startTestWorker({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Association Office <office@example.co.za>',
    MAIL_STAFF: 'desk@example.co.za, second@example.co.za',
  }),
);

const email = 'thandiwe@example.org';

async function mailsOf(id: string) {
  const mails = await waitFor('both emails have arrived', () => {
    const found = smtp.accepted.filter(({ mail }) => mail.messageId?.includes(id));
    return found.length === 2 && found;
  });
  const staff = mails.find(({ to }) => to.includes('desk@example.co.za'));
  const acknowledgement = mails.find(({ to }) => !to.includes('desk@example.co.za'));
  if (!staff || !acknowledgement) throw new Error('Not one mail of each kind.');
  return { staff, acknowledgement };
}

it('sends the whole enquiry to staff, with replies going to the visitor', async () => {
  const message = 'Sawubona 👋🏽\n\nWe are the <b>Ωmega</b> guild.\n.\nA line that was a full stop.';
  const sent = { firstName: 'Zoë', email, organisation: 'Łódź Guild', message };
  const id = await submit(worker.queues, sent);
  const { staff } = await mailsOf(id);
  expect(staff.from).toBe('office@example.co.za');
  expect(staff.to).toEqual(['desk@example.co.za', 'second@example.co.za']);
  expect(staff.mail).toMatchObject({
    from: { name: 'Association Office', address: 'office@example.co.za' },
    replyTo: [{ name: 'Zoë Nkosi', address: email }],
    subject: `Enquiry ${referenceOf(id)} from Łódź Guild`,
    messageId: `<${id}.staff@example.co.za>`,
  });
  expect(staff.mail.text?.replaceAll('\r\n', '\n')).toContain(message);
  expect(staff.mail.html).toContain('&lt;b&gt;Ωmega&lt;/b&gt;');
  expect(staff.mail.html).not.toContain('<b>');
  expect(staff.mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

it('thanks the visitor without repeating any form data', async () => {
  const typed = {
    email,
    firstName: 'MARKED-A',
    lastName: 'MARKED-B',
    organisation: 'MARKED-C',
    message: 'MARKED-D https://phishing.example',
  };
  const id = await submit(worker.queues, typed);
  const { acknowledgement } = await mailsOf(id);
  // A null sender, so that bounces do not reach the desk.
  expect(acknowledgement.from).toBe('');
  expect(acknowledgement.to).toEqual([email]);
  expect(acknowledgement.mail).toMatchObject({
    subject: `We have received your enquiry (${referenceOf(id)})`,
    messageId: `<${id}.acknowledgement@example.co.za>`,
  });
  expect(acknowledgement.mail.replyTo).toBeUndefined();
  expect(acknowledgement.mail.text).toContain(referenceOf(id));
  expect(acknowledgement.mail.html).toContain(referenceOf(id));
  expect(acknowledgement.mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }),
  );
  const { text, html, subject } = acknowledgement.mail;
  expect(`${acknowledgement.raw}${text}${html}${subject}`).not.toMatch(/MARKED|phishing/);
});

it('sends each reply once, in the thread of the acknowledgement', async () => {
  const message = 'When do you meet?\nOn Fridays?';
  const id = await submit(worker.queues, { firstName: 'Zoë', message });
  await mailsOf(id);
  const sent = () => smtp.accepted.filter(({ mail }) => mail.messageId?.includes(`${id}.reply`));
  async function reply(text: string) {
    const seen = await waitFor('earlier emails are marked', async () => {
      const found = await findSubmission(worker.database, id);
      const states = Object.values(found?.notifications ?? {});
      return states.every(({ status }) => status === 'sent') && found;
    });
    const written = { id: randomUUID(), by: 'naledi', name: 'Naledi M', at: new Date(), text };
    await changeSubmission(worker.database, seen, { reply: written }, 24);
    // Queues the job as the sweep does, without the id of the reply.
    await worker.queues.notifications.getJob(`${id}-reply`).then((job) => job?.retry('completed'));
    await worker.enqueueNotifications(id, { kinds: ['reply'] });
    return `<${id}.reply-${written.id.slice(0, 8)}@example.co.za>`;
  }
  const first = await reply('Dear Zoë,\n\nYes: 10:00.');
  await expect.poll(() => sent().length).toBe(1);
  // Redis still has the completed job of the first reply.
  const second = await reply('And in December?');
  await expect.poll(() => sent().length).toBe(2);
  const [one, two] = sent();
  expect(one?.mail).toMatchObject({
    from: { address: 'office@example.co.za' },
    replyTo: [{ address: 'desk@example.co.za' }, { address: 'second@example.co.za' }],
    subject: `Re: We have received your enquiry (${referenceOf(id)})`,
    messageId: first,
    inReplyTo: `<${id}.acknowledgement@example.co.za>`,
  });
  expect(one?.mail.headers.map(({ key }) => key)).not.toContain('auto-submitted');
  const words = one?.mail.text?.replaceAll('\r\n', '\n');
  expect(words).toMatch(
    /^Dear Zoë,\n\nYes: 10:00\.\n\nNaledi M\n[^]*> When do you meet\?\n> On Fridays\?/,
  );
  expect(one?.mail.html).toContain('When do you meet?<br>On Fridays?');
  expect(two?.mail).toMatchObject({ messageId: second, inReplyTo: first });
  expect(two?.mail.references).toContain('acknowledgement');
  await waitFor('the last is marked', async () => {
    const found = await findSubmission(worker.database, id);
    return found?.notifications.reply?.status === 'sent';
  });
  expect(sent()).toHaveLength(2);
});

it('prevents injected headers and recipients', async () => {
  const id = await submit(worker.queues, {
    email,
    firstName: 'Eve "x" <eve@example.org>,',
    lastName: 'Bcc: victim@example.org',
    organisation: 'X =?utf-8?q?=0D=0ABcc:_victim@example.org?=',
    message: `We need a secretariat.\r\n.\r\nMAIL FROM:<eve@example.org>\r\nBcc: victim@example.org`,
  });
  const { staff, acknowledgement } = await mailsOf(id);
  for (const { mail, to, raw } of [staff, acknowledgement]) {
    expect(to).not.toContain('victim@example.org');
    expect(mail.bcc).toBeUndefined();
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:|=\?utf-8\?q\?=0D/im);
  }
  expect(staff.mail.replyTo).toHaveLength(1);
  expect(staff.mail.replyTo?.[0]?.address).toBe(email);
});

it('marks each email as sent, with the time', async () => {
  const id = await submit(worker.queues, { lastName: 'Marks' });
  await mailsOf(id);
  const notifications = await waitFor('both are marked', async () => {
    const found = (await findSubmission(worker.database, id))?.notifications;
    return found?.staff?.status === 'sent' && found.acknowledgement?.status === 'sent' && found;
  });
  expect(notifications.staff?.sentAt).toBeInstanceOf(Date);
  expect(notifications.acknowledgement?.sentAt).toBeInstanceOf(Date);
});

it('logs no email address', () => {
  expect(worker.logs()).toContain('notification sent');
  expect(worker.logs()).not.toMatch(/@example/);
});

it('directs only bounces of acknowledgements to MAIL_BOUNCES_TO', async () => {
  const own = await startTestWorker({
    ...settingsFor(smtp),
    MAIL_BOUNCES_TO: 'Bounces <bounces@example.co.za>',
  });
  onTestFinished(() => own.stop());
  const { staff, acknowledgement } = await mailsOf(await submit(own.queues, { email }));
  expect(acknowledgement.from).toBe('bounces@example.co.za');
  expect(acknowledgement.mail.from?.address).toBe('office@example.co.za');
  expect(acknowledgement.mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }),
  );
  expect(staff.from).toBe('office@example.co.za');
});
