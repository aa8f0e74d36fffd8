import { Schema, type InferSchemaType } from 'mongoose';

import { date, schemaOptions, text } from './schemas.ts';

export const passkeySchema = new Schema(
  {
    /** The credential id, in base64url. */
    _id: text,
    userId: text,
    /** The public key as COSE, in base64url. */
    publicKey: text,
    /** The device's signature counter; 0 if it has none. */
    counter: { type: Number, required: true },
    transports: [String],
    /** The browser and the day, such as `Chrome, 3 Jun 2026`; or as its owner named it. */
    name: text,
    createdAt: date,
    lastUsedAt: Date,
  },
  schemaOptions,
);

passkeySchema.index({ userId: 1 });

export type Passkey = InferSchemaType<typeof passkeySchema>;
