import { Schema, type InferSchemaType } from 'mongoose';

import type { Database } from './connection.ts';
import { date, isDuplicate, schemaOptions, text } from './schemas.ts';

/** A passkey of a member of staff. The private key is never sent to the server. */
export const passkeySchema = new Schema(
  {
    /** The credential id, in base64url. */
    _id: text,
    userId: text,
    /** The public key as COSE, in base64url. */
    publicKey: text,
    /** The device's signature counter; 0 if it has none. */
    counter: { type: Number, required: true },
    /** Such as `internal` or `usb`. */
    transports: [String],
    name: text,
    createdAt: date,
    lastUsedAt: Date,
  },
  schemaOptions,
);

passkeySchema.index({ userId: 1 });

export type Passkey = InferSchemaType<typeof passkeySchema>;

/** A user's passkeys, oldest first. */
export function listPasskeys({ passkeys }: Database, userId: string) {
  return passkeys.find({ userId }).sort({ createdAt: 1 }).lean<Passkey[]>().exec();
}

export function findPasskey({ passkeys }: Database, id: string) {
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
export async function notePasskeyUse({ passkeys }: Database, id: string, counter: number) {
  await passkeys.updateOne({ _id: id }, { $set: { counter, lastUsedAt: new Date() } });
}

/** Deletes a user's passkey. Resolves to whether there was one. */
export async function deletePasskey({ passkeys }: Database, _id: string, userId: string) {
  return (await passkeys.deleteOne({ _id, userId })).deletedCount > 0;
}
