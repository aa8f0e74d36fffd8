import { Schema } from 'mongoose';

import type { Database } from './connection.ts';
import { date, isDuplicate, schemaOptions, text } from './schemas.ts';

/** A passkey of a member of staff. The private key is never sent to the server. */
export interface Passkey {
  /** The credential id, in base64url. */
  _id: string;
  userId: string;
  /** The public key as COSE, in base64url. */
  publicKey: string;
  /** The device's signature counter; 0 if it has none. */
  counter: number;
  /** Such as `internal` or `usb`. */
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt?: Date;
}

export const passkeySchema = new Schema<Passkey>(
  {
    _id: text,
    userId: text,
    publicKey: text,
    counter: { type: Number, required: true },
    transports: [String],
    name: text,
    createdAt: date,
    lastUsedAt: Date,
  },
  schemaOptions,
);

passkeySchema.index({ userId: 1 });

/** A user's passkeys, oldest first. */
export function listPasskeys({ passkeys }: Database, userId: string): Promise<Passkey[]> {
  return passkeys.find({ userId }).sort({ createdAt: 1 }).lean<Passkey[]>().exec();
}

/** The ids of the users who have a passkey; an id is repeated for each passkey of the user. */
export async function listPasskeyOwners({ passkeys }: Database): Promise<string[]> {
  const found = await passkeys.find().select({ userId: 1 }).lean<Passkey[]>().exec();
  return found.map(({ userId }) => userId);
}

export function findPasskey({ passkeys }: Database, id: string): Promise<Passkey | null> {
  return passkeys.findById(id).lean<Passkey>().exec();
}

/** Stores a passkey. Resolves to false if its id is already in use. */
export async function storePasskey({ passkeys }: Database, passkey: Passkey): Promise<boolean> {
  try {
    await passkeys.create(passkey);
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Records the use of a passkey and the device's counter. */
export async function notePasskeyUse(
  { passkeys }: Database,
  id: string,
  counter: number,
): Promise<void> {
  await passkeys.updateOne({ _id: id }, { $set: { counter, lastUsedAt: new Date() } });
}

/** Deletes a user's passkey. Resolves to false if there is none. */
export async function deletePasskey(
  { passkeys }: Database,
  passkey: Pick<Passkey, '_id' | 'userId'>,
): Promise<boolean> {
  const { deletedCount } = await passkeys.deleteOne(passkey);
  return deletedCount > 0;
}
