/**
 * The mailbox of an address: in lower case, without its sub-address (RFC 5233), and without the
 * dots in a Gmail address, because Gmail ignores them.
 */
export function mailboxOf(email: string): string {
  const mailbox = email
    .trim()
    .toLowerCase()
    .replace(/^([^+@]+)\+[^@]*@/, '$1@')
    .replace(/@googlemail\.com$/, '@gmail.com');
  return mailbox.replace(/^[^@]+(?=@gmail\.com$)/, (name) => name.replaceAll('.', ''));
}
