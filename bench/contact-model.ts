import mongoose from 'mongoose';

/** Connects to MongoDB and makes the model that most tutorials make. */
export async function connectContactModel(uri: string) {
  // The same durability as the product's own writes.
  await mongoose.connect(uri, { writeConcern: { w: 'majority', j: true } });
  const text = { type: String, required: true };
  return mongoose.model(
    'Contact',
    new mongoose.Schema({
      _id: { type: String, default: () => crypto.randomUUID() },
      firstName: text,
      lastName: text,
      email: text,
      organisation: text,
      message: text,
      createdAt: { type: Date, default: () => new Date() },
    }),
  );
}
