import type { Company } from '../../contract/company.ts';
import { fillIn } from '../../contract/translation.ts';
import type { SiteContent } from './locale.ts';

/** The subtitle of the contact section, with the reply time if the firm promises one. */
export function subtitleFor({
  company,
  home,
  words,
}: Pick<SiteContent, 'company' | 'home' | 'words'>) {
  const { replyWithin: time } = company;
  const promise = time ? ` ${fillIn(words.page.contact.replyWithin, { time })}` : '';
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
export function noticeFor({ notice, words }: SiteContent) {
  return { text: notice, link: words.page.contact.privacy };
}
