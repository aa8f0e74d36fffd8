import type { ContactFieldName } from '#contract/contact-fields.ts';
import { quoted, quoteLead, quotesOf } from '#contract/reply-quotes.ts';
import { quotedText, signature, smallPrint, typedParagraph } from '#design/letter/letter.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import type { WorkerConfig } from '../config.ts';
import { subjectOf } from './acknowledgement.ts';
import { oneLine } from './staff-notification.ts';
import { composeLetter, messageId, type MailMessage } from './mailer.ts';

type Answered = Pick<
  ContactSubmission,
  ContactFieldName | '_id' | 'reference' | 'createdAt' | 'notifications' | 'handling'
>;

/** The latest reply to the visitor, in the thread of the acknowledgement and earlier replies. */
export function reply(
  submission: Answered,
  config: Pick<WorkerConfig, 'mail' | 'company'>,
): MailMessage {
  const { mail, company } = config;
  const { _id: submissionId, reference, firstName, lastName, email } = submission;
  const { acknowledgement, reply: state } = submission.notifications;
  const { replies = [] } = submission.handling ?? {};
  const latestReply = replies.find(({ id }) => id === state?.replyId);
  if (!latestReply) throw new Error('The reply is not stored.');
  const isContinued = acknowledgement?.status === 'sent';
  const earlierMessageIds = [
    ...(isContinued ? [{ kind: 'acknowledgement' } as const] : []),
    ...replies
      .filter(({ id, outcome }) => id !== latestReply.id && outcome?.status === 'sent')
      .map(({ id }) => ({ kind: 'reply', replyId: id }) as const),
  ].map((message) => messageId({ submissionId, ...message }, mail.from));
  const inReplyTo = earlierMessageIds.at(-1);
  const paragraphs = latestReply.text.trim().split(/(?:\r?\n[ \t]*)+\r?\n/);
  const quotes = quotesOf(submission);
  const lead = quoteLead(submission.createdAt);
  return composeLetter(
    {
      submissionId,
      kind: 'reply',
      replyId: latestReply.id,
      to: [{ name: oneLine(`${firstName} ${lastName}`, 201), address: email }],
      replyTo: mail.staff,
      ...(inReplyTo ? { inReplyTo, references: earlierMessageIds } : {}),
      subject: isContinued ? `Re: ${subjectOf(reference)}` : `Your enquiry (${reference})`,
      headline: `Your enquiry ${reference}`,
      headers: {},
      text: [
        ...paragraphs,
        [latestReply.name, company.name, company.phone].join('\n'),
        [lead, ...quotes.map(quoted)].join('\n'),
        '',
      ].join('\n\n'),
      parts: [
        ...paragraphs.map(typedParagraph),
        signature(latestReply.name, company),
        smallPrint(company.phone),
      ],
      below: [smallPrint(lead), ...quotes.map(quotedText)],
    },
    config,
  );
}
