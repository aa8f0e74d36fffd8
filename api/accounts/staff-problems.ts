import { inWords, Problem } from '../problem.ts';

/** Asks for a username and a password. The same whatever is wrong with those that were sent. */
export function signInFirst(): Problem {
  return new Problem(401, 'Please sign in with your username and password.', {
    headers: { 'WWW-Authenticate': 'Basic realm="Enquiries", charset="UTF-8"' },
  });
}

export function notAllowed(): Problem {
  return new Problem(403, 'Your account may not read enquiries.');
}

export function tooManySignIns(seconds: number): Problem {
  return new Problem(
    429,
    `There were too many attempts to sign in. Please try again in ${inWords(seconds)}.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

/** The reason names what is away: `mongodb` or `redis`. */
export function staffUnavailable(reason: string): Problem {
  const seconds = 10;
  return new Problem(
    503,
    `Enquiries cannot be read at the moment. Please try again in ${inWords(seconds)}.`,
    { headers: { 'Retry-After': String(seconds) }, reason },
  );
}
