import { Schema } from 'mongoose';

import { date, schemaOptions, text, type Stored } from './schemas.ts';

export const templateSchema = new Schema(
  {
    _id: text,
    name: text,
    /** Can contain placeholders such as `{first name}`. */
    text,
    changedBy: text,
    changedAt: date,
  },
  schemaOptions,
);

/** A text that staff can begin a reply with. */
export type ReplyTemplate = Stored<typeof templateSchema>;
