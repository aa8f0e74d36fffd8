import { Schema, type Connection, type Model } from 'mongoose';

import type { Database } from './connection.ts';

/** A key pair of somebody on the staff, whose private half never leaves their device. */
export interface Passkey {
  /** The id that the device gave it, in base64url. */
  _id: string;
  userId: string;
  /** The public half as COSE, in base64url. */
  publicKey: string;
  /** How often it was used, as the device counts; 0 for devices that do not. */
  counter: number;
  /** How a browser reaches the device, such as `internal` or `usb`. */
  transports: string[];
  /** As its owner calls it. */
  name: string;
  createdAt: Date;
  lastUsedAt?: Date;
}

const passkeySchema = new Schema<Passkey>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true },
    transports: [String],
    name: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: false },
  },
  {
    versionKey: false,
    strict: 'throw',
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
  },
);

passkeySchema.index({ userId: 1 });

/** The model of `Passkey`, bound to the given connection only. */
export function passkeyModel(connection: Connection): Model<Passkey> {
  return connection.model<Passkey>('Passkey', passkeySchema);
}

/** The passkeys of a user, the oldest first. */
export function listPasskeys({ passkeys }: Database, userId: string): Promise<Passkey[]> {
  return passkeys.find({ userId }).sort({ createdAt: 1 }).lean<Passkey[]>().exec();
}

export function findPasskey({ passkeys }: Database, id: string): Promise<Passkey | null> {
  return passkeys.findById(id).lean<Passkey>().exec();
}

export async function storePasskey({ passkeys }: Database, passkey: Passkey): Promise<void> {
  await passkeys.create(passkey);
}

/** Notes that a passkey was used, and the device's count. */
export async function notePasskeyUse(
  { passkeys }: Database,
  id: string,
  counter: number,
): Promise<void> {
  await passkeys.updateOne({ _id: id }, { $set: { counter, lastUsedAt: new Date() } });
}

/** Removes a passkey of a user. Resolves to false when the user has no such passkey. */
export async function deletePasskey(
  { passkeys }: Database,
  passkey: Pick<Passkey, '_id' | 'userId'>,
): Promise<boolean> {
  const { deletedCount } = await passkeys.deleteOne(passkey);
  return deletedCount > 0;
}
