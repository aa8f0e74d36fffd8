// Soft hyphens, joiners and fillers, which no font draws, and two symbols that are drawn as blanks.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u{1D159}]/gu;

/** The text without invisible characters and surrounding white space. */
export function visiblePart(text: string): string {
  return text.replace(invisible, '').trim();
}

/** An RFC 5322 dot-atom at an RFC 1035 domain, without `%` and `!`, which once were mail routes. */
export const emailAddress =
  /^[\w#$&'*+/=?^`{|}~-]+(?:\.[\w#$&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})$/i;

/**
 * The address in what people type or paste, such as `mailto:a@b.example` or `Name <a@b.example>`; a
 * domain outside ASCII in its ASCII form, as mail servers need. Other text is returned as it is.
 */
export function readEmailAddress(typed: string): string {
  const text = visiblePart(typed).replace(/^mailto:\s*([^?]*).*$/is, '$1');
  const [, bracketed] = /<([^<>]*)>$/.exec(text) ?? [];
  const address = visiblePart((bracketed ?? text).replace(/^mailto:/i, ''));
  const [, name, domain] = /^([^@]+)@([^\s@/\\?#:%[\]]+)$/.exec(address) ?? [];
  if (name === undefined || domain === undefined || /^[ -~]*$/.test(domain)) return address;
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${name}@${new URL(url).hostname}` : address;
}

/** In lower case, without the sub-address (RFC 5233), and without dots, which Gmail ignores. */
export function mailboxOf(email: string): string {
  const mailbox = email
    .trim()
    .toLowerCase()
    .replace(/^([^+@]+)\+[^@]*@/, '$1@')
    .replace(/@googlemail\.com$/, '@gmail.com');
  return mailbox.replace(/^[^@]+(?=@gmail\.com$)/, (name) => name.replaceAll('.', ''));
}

/** A pattern for every spelling of an address: what it matches has the same mailbox. */
export function spellingsOf(email: string): string {
  const [name = '', domain = ''] = mailboxOf(email).split('@');
  const isGmail = domain === 'gmail.com';
  const letters = Array.from(name, escapeRegExp).join(isGmail ? '\\.*' : '');
  const subAddress = name.startsWith('+') ? '' : '(?:\\+[^@\\s]*)?';
  return `${letters}${subAddress}@${isGmail ? '(?:gmail|googlemail)\\.com' : escapeRegExp(domain)}`;
}

/** Makes a text match itself as a part of a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
