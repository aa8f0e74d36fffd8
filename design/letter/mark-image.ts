import type { SendMailOptions } from 'nodemailer';

import { png } from '../../firm/logo.ts';

const cid = 'mark@letter';

/** The `src` of the logo in emails. */
export const markSource = `cid:${cid}`;

/**
 * The logo, attached to each email: Gmail and Outlook strip SVG and data URLs, and a remote image
 * would track readers.
 */
export const markAttachment: NonNullable<SendMailOptions['attachments']>[number] = {
  filename: 'mark.png',
  content: png,
  encoding: 'base64',
  contentType: 'image/png',
  cid,
};
