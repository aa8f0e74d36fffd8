import mongoose from 'mongoose';

import { contactFieldNames } from '../contract/contact-fields.ts';
import type { ContactForm } from '../contract/contact-form.ts';

/** Connects to MongoDB and makes the model that most tutorials make. */
export async function connectContactModel(uri: string) {
  // The same durability as the product's own writes.
  const writeConcern = { w: 'majority', journal: true } as const;
  await mongoose.connect(uri, { writeConcern, autoCreate: false });
  const fields = contactFieldNames.map((name) => [name, { type: String, required: true }]);
  return mongoose.model<ContactForm & { _id: string; createdAt: Date }>(
    'Contact',
    new mongoose.Schema({
      ...(Object.fromEntries(fields) as Record<string, object>),
      _id: { type: String, default: () => crypto.randomUUID() },
      createdAt: { type: Date, default: () => new Date() },
    }),
  );
}
