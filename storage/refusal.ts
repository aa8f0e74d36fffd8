import { mongo } from 'mongoose';

// https://www.mongodb.com/docs/manual/reference/error-codes/
const unauthorized = 13;
const authenticationFailed = 18;
/** Atlas uses this code for both errors. */
const atlasError = 8_000;

const words = {
  login:
    'MongoDB rejected the login: check the user, password and authSource in MONGODB_URI (docs/deployment.md).',
  right:
    'MongoDB denied permission: the user in MONGODB_URI needs readWrite on its database (docs/deployment.md).',
};

/**
 * Describes why MongoDB denied access, in a sentence without credentials. Undefined for other
 * errors, such as an outage.
 */
export function describeRefusal(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === authenticationFailed) return words.login;
  if (code === unauthorized) return words.right;
  if (code !== atlasError) return undefined;
  const isGreeted = error instanceof mongo.MongoError && error.hasErrorLabel('HandshakeError');
  return isGreeted ? words.login : words.right;
}
