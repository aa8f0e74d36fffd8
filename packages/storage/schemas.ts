import type { InferSchemaType } from 'mongoose';

/** Unknown fields are rejected, and commands fail instead of waiting for a connection. */
export const schemaOptions = {
  versionKey: false,
  strict: 'throw',
  bufferCommands: false,
  autoIndex: false,
  autoCreate: false,
} as const;

export const text = { type: String, required: true } as const;
export const date = { type: Date, required: true } as const;

/** The documents of a schema. Mongoose also allows null in optional fields, which we never store. */
export type Stored<Of> = {
  [Field in keyof InferSchemaType<Of>]: NonNullable<InferSchemaType<Of>[Field]>;
};

/** Whether a write failed because another document has the same unique value. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 11_000;
}
