import type { Company } from '#contract/company.ts';
import { fillIn } from '#contract/fill-in.ts';
import { pageWords } from '#contract/page-words.ts';
import { home, notice } from './content.ts';

export function subtitleFor({ replyWithin: time }: Pick<Company, 'replyWithin'>): string {
  const promise = time ? ` ${fillIn(pageWords.contact.replyWithin, { time })}` : '';
  return home.contact.subtitle + promise;
}

export function waysFor({ phone, phoneHref, email }: Company) {
  return [
    { label: phone, href: phoneHref },
    { label: email, href: `mailto:${email}` },
  ];
}

export const noticeAtForm = { text: notice, link: pageWords.contact.privacy };
