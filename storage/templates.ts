import { Schema } from 'mongoose';

import type { Database } from './connection.ts';
import { date, schemaOptions, text } from './schemas.ts';

/** A text that staff can begin a reply with. */
export interface ReplyTemplate {
  /** A UUID. */
  _id: string;
  name: string;
  /** With fields such as `{first name}`. */
  text: string;
  /** A username. */
  changedBy: string;
  changedAt: Date;
}

export const templateSchema = new Schema<ReplyTemplate>(
  { _id: text, name: text, text, changedBy: text, changedAt: date },
  schemaOptions,
);

type Stored = Pick<Database, 'templates'>;

/** Every template, by name. */
export function readTemplates({ templates }: Stored): Promise<ReplyTemplate[]> {
  return templates.find().sort({ name: 1, _id: 1 }).lean<ReplyTemplate[]>().exec();
}

/** Adds or replaces a template. */
export async function saveTemplate(
  { templates }: Stored,
  { _id, ...template }: ReplyTemplate,
): Promise<void> {
  await templates.updateOne({ _id }, { $set: template }, { upsert: true, runValidators: true });
}

/** Removes a template, if it is there. */
export async function removeTemplate({ templates }: Stored, _id: string): Promise<void> {
  await templates.deleteOne({ _id });
}
