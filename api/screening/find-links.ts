/** The links of a plain text, with `https://` or without, and what is left of it without them. */
export function findLinks(text: string): { hosts: string[]; rest: string } {
  if (!mayHaveLink.test(text)) return { hosts: [], rest: text };
  const pieces = text
    .replace(/https?:\/\//gi, ' $&')
    .split(/[\s<>()[\]{}"',;|=]+|:(?!\/\/)/)
    .map((piece) => ({ piece, host: hostOf(piece) }));
  return {
    hosts: pieces.flatMap(({ host }) => host ?? []),
    rest: pieces
      .filter(({ host }) => host === undefined)
      .map(({ piece }) => piece)
      .join(' '),
  };
}

// The full stops of most messages end sentences. To look at each word takes its time.
const mayHaveLink = /\.\S|:\/\//;

/** Undefined for what is no link: an email address, a degree, a file, a blank that was forgotten. */
function hostOf(piece: string): string | undefined {
  if (!piece.includes('.') || piece.startsWith('.')) return undefined;
  const [, scheme, start = '', path = ''] = /^(https?:\/\/)?([^/?#]*)(.*)$/i.exec(piece) ?? [];
  if (start.length > longestHost) return undefined;
  const name = start.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const host = name.toLowerCase().replace(/^www\./, '');
  const [, label = '', ending = ''] = /^(?:[^.@]+\.)*([^.@]+)\.(\p{L}+)$/u.exec(name) ?? [];
  if (scheme || (ending && host.length < name.length)) return host;
  // `Thank you.Please call`, `Hons.Com`: a site's ending begins with a capital only among capitals.
  if (!ending || /^\p{Lu}\p{Ll}/u.test(ending) || isDegree(label, ending)) return undefined;
  const isShort = /^[a-z]{2,}$/i.test(ending) && /^\/./.test(path);
  return isShort || endings.has(ending.toLowerCase()) ? host : undefined;
}

const longestHost = 253;

function isDegree(label: string, ending: string): boolean {
  return /^com$/i.test(ending) && /^(?:[a-z]{1,2}|hons?|honours|dip|cert)$/i.test(label);
}

/** What the names of most sites end with, and no English sentence. */
const endings = new Set(
  (
    'com net org info biz co io ai za ng ke uk eu de fr nl ru cn africa top xyz shop store club ' +
    'site online click link live vip win bet casino loan icu cyou pro agency digital marketing ' +
    'website space fun tech cloud app dev'
  ).split(' '),
);
