import type { SendMailOptions } from 'nodemailer';

import { escapeHtml } from '../../platform/html.ts';
import type { Mailbox } from '../../platform/mailbox.ts';
import type { ChannelMessage } from '../channel.ts';

/** An email about a submission. */
export interface MailMessage extends ChannelMessage {
  from: Mailbox;
  to: Mailbox[];
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/**
 * The message in the form that nodemailer takes. Its id is the same for the same message, so that a
 * mail client shows a repeated one once. It may read no file and fetch no address.
 */
export function mailOptions({ submissionId, kind, ...mail }: MailMessage): SendMailOptions {
  const { address } = mail.from;
  return {
    ...mail,
    messageId: `<${submissionId}.${kind}${address.slice(address.lastIndexOf('@'))}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A whole document around parts that are HTML already; the title is text. */
export function htmlDocument(title: string, parts: string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en-ZA">',
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#ffffff;color:#1c2326;font:16px/1.6 Georgia,serif">',
    '<div style="max-width:36em;margin:0 auto">',
    ...parts,
    '</div>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** A paragraph of text, or of several lines of text. */
export function paragraph(...lines: string[]): string {
  return `<p style="margin:0 0 16px">${lines.map(escapeHtml).join('<br>\n')}</p>`;
}

/** Text that keeps its line breaks and its own direction of writing. */
export function quotedText(text: string): string {
  const style =
    'margin:0 0 16px;padding-left:16px;border-left:3px solid #b08d57;white-space:pre-wrap';
  return `<div dir="auto" style="${style}">${escapeHtml(text)}</div>`;
}
