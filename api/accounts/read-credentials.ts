export interface Credentials {
  username: string;
  password: string;
}

// Anything longer was not chosen by a person, and must not be hashed at our expense.
const longest = 1_024;

/** The username and password in an Authorization header; undefined if it holds no such thing. */
export function readCredentials(header: string | undefined): Credentials | undefined {
  const [, encoded] = /^basic +([\w+/-]+=*)$/i.exec(header ?? '') ?? [];
  if (encoded === undefined || encoded.length > longest) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) return undefined;
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
