import { readableTime } from '../../../contract/time.ts';
import type { AnswerOf } from '../../office-api.ts';
import { ShownOnce } from './ShownOnce.tsx';

export type GivenLink = AnswerOf<'account.link'> & { name: string };

/** Shows a new one-time link, which cannot be shown again, or says that it was emailed. */
export function OneTimeLink({
  url,
  expiresAt,
  name,
  onClose,
}: GivenLink & { onClose: () => void }) {
  const until = readableTime(expiresAt);
  return (
    <ShownOnce
      title={url === null ? `We emailed ${name} a link` : `Give ${name} this link`}
      lead={`${name} can use it once, until ${until}, to choose a password and sign in.`}
      secret={url}
      what="link"
      warning="Do not share it with anyone else: anyone who opens it can sign in."
      onClose={onClose}
    />
  );
}
