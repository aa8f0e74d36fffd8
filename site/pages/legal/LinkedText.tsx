import { findLinks } from '../../documents/find-links.ts';

/** Running text whose e-mail and web addresses can be followed, as they can in the PDFs. */
export function LinkedText({ children }: { children: string }) {
  return findLinks(children).map(({ text, href }, index) =>
    href ? (
      <a key={index} href={href}>
        {text}
      </a>
    ) : (
      text
    ),
  );
}
