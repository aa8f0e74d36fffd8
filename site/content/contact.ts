import type { Company } from '#contract/company.ts';
import { fillIn } from '#contract/fill-in.ts';
import { pageWords } from '#contract/page-words.ts';
import { home, notice } from './content.ts';

/** The subtitle of the contact section, with the reply time if the firm promises one. */
export function subtitleFor({ replyWithin: time }: Pick<Company, 'replyWithin'>): string {
  const promise = time ? ` ${fillIn(pageWords.contact.replyWithin, { time })}` : '';
  return home.contact.subtitle + promise;
}

/** Other ways to reach the firm if the form cannot be sent. */
export function waysFor({ phone, phoneHref, email }: Company) {
  return [
    { label: phone, href: phoneHref },
    { label: email, href: `mailto:${email}` },
  ];
}

/** The privacy notice at the form, with a link to the details. */
export const noticeAtForm = { text: notice, link: pageWords.contact.privacy };
