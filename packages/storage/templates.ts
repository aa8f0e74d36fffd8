import { Schema } from 'mongoose';

import { date, schemaOptions, text } from './schemas.ts';

/** A text that staff can begin a reply with. */
export interface ReplyTemplate {
  /** A UUID. */
  _id: string;
  name: string;
  /** Can contain placeholders such as `{first name}`. */
  text: string;
  /** A username. */
  changedBy: string;
  changedAt: Date;
}

export const templateSchema = new Schema<ReplyTemplate>(
  { _id: text, name: text, text, changedBy: text, changedAt: date },
  schemaOptions,
);
