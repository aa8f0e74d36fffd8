/** The hosts of the links in a text, with or without `https://`. */
export function linkedHosts(text: string): string[] {
  if (!mayHaveLink.test(text)) return [];
  return text
    .replace(/https?:\/\//gi, ' $&')
    .split(/[\s<>()[\]{}"',;|=]+|:(?!\/\/)/)
    .flatMap((piece) => hostOf(piece) ?? []);
}

// A quick check: in most messages every full stop ends a sentence, so there is no link.
const mayHaveLink = /\.\S|:\/\//;

/** A link's host; undefined for email addresses, degrees, file names and text like `you.Please`. */
function hostOf(piece: string): string | undefined {
  if (!piece.includes('.') || piece.startsWith('.')) return undefined;
  const [, scheme, start = '', path = ''] = /^(https?:\/\/)?([^/?#]*)(.*)$/i.exec(piece) ?? [];
  if (start.length > longestHost) return undefined;
  const name = start.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const host = name.toLowerCase().replace(/^www\./, '');
  const [, label = '', ending = ''] = /^(?:[^.@]+\.)*([^.@]+)\.(\p{L}+)$/u.exec(name) ?? [];
  if (scheme || (ending && host.length < name.length)) return host;
  // `Thank you.Please call` and `Hons.Com` are not links: people do not capitalise `.com`.
  if (!ending || /^\p{Lu}\p{Ll}/u.test(ending) || isDegree(label, ending)) return undefined;
  const hasPath = /^[a-z]{2,}$/i.test(ending) && /^\/./.test(path);
  return hasPath || topLevelDomains.has(ending.toLowerCase()) ? host : undefined;
}

const longestHost = 253;

function isDegree(label: string, ending: string): boolean {
  return /^com$/i.test(ending) && /^(?:[a-z]{1,2}|hons?|honours|dip|cert)$/i.test(label);
}

/** Common top-level domains, without those that often start a sentence, such as `it` and `so`. */
const topLevelDomains = new Set(
  (
    'com net org info biz co io ai za ng ke uk eu de fr nl ru cn africa top xyz shop store club ' +
    'site online click link live vip win bet casino loan icu cyou pro agency digital marketing ' +
    'website space fun tech cloud app dev'
  ).split(' '),
);
