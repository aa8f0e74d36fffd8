import { Schema } from 'mongoose';

import type { Database } from './connection.ts';
import { date, isDuplicate, schemaOptions, text } from './schemas.ts';

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

type Stored = Pick<Database, 'templates'>;

/** Every template, by name. */
export function readTemplates({ templates }: Stored): Promise<ReplyTemplate[]> {
  return templates.find().sort({ name: 1, _id: 1 }).lean<ReplyTemplate[]>().exec();
}

/**
 * Adds a template or, if `seen` is given, replaces the one that was last changed at that time.
 * False if it has been changed or removed since, or if the id of a new template is in use.
 */
export async function saveTemplate(
  { templates }: Stored,
  { _id, ...template }: ReplyTemplate,
  seen?: Date,
): Promise<boolean> {
  if (seen) {
    const filter = { _id, changedAt: seen };
    const options = { runValidators: true };
    return (await templates.updateOne(filter, { $set: template }, options)).matchedCount > 0;
  }
  try {
    await templates.create({ _id, ...template });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Removes a template and resolves to it; null if it is not there. */
export function removeTemplate({ templates }: Stored, _id: string): Promise<ReplyTemplate | null> {
  return templates.findOneAndDelete({ _id }).lean<ReplyTemplate>().exec();
}
