import * as z from 'zod';

import { emailAddress } from '#contract/contact-fields.ts';

/** An email address and its display name, which is empty if there is none. */
export interface Mailbox {
  name: string;
  address: string;
}

const wanted = 'must be an address such as office@example.co.za or Office <office@example.co.za>';
const withName = /^\s*(?:"?([^"<>\p{Cc}]*?)"?\s*<)?([^\s<>",]+@[^\s<>",]+)>?\s*$/u;

export const mailbox = z.string().refine(isMailbox, wanted).transform(readMailbox);

export const mailboxes = z
  .string()
  .transform((value) => value.split(','))
  .refine((values) => values.every(isMailbox), `each ${wanted}`)
  .transform((values) => values.map(readMailbox));

function readMailbox(text: string): Mailbox {
  const [, name = '', address = ''] = withName.exec(text) ?? [];
  return { name, address };
}

function isMailbox(text: string): boolean {
  return emailAddress.test(readMailbox(text).address);
}

/** The host and port of `SMTP_URL`, such as `mail.example.co.za:465`, without credentials. */
export function mailServerOf(smtpUrl: string): string {
  const { host, port } = smtpAddress(smtpUrl);
  return `${host}:${port}`;
}

/** With credentials, requires STARTTLS, except on this machine or with `?ignoreTLS=true`. */
export function smtpAddress(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const ignoreTLS = searchParams.get('ignoreTLS') === 'true';
  const isProtected = username !== '' && !isLoopback(host) && !ignoreTLS;
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ignoreTLS,
    requireTLS: isProtected || searchParams.get('requireTLS') === 'true',
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host);
}
