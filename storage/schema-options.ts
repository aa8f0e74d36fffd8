/** The options of every schema: unknown fields are refused, and nothing waits for a connection. */
export const schemaOptions = {
  versionKey: false,
  strict: 'throw',
  bufferCommands: false,
  autoIndex: false,
  autoCreate: false,
} as const;
