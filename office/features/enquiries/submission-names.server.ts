import * as z from 'zod';

import { readReference } from '../../../contract/reference.ts';
import type { SubmissionName } from './open-submission.server.ts';
import { textOption } from '../../terminal/command.ts';
import { UsageError } from '../../terminal/read-arguments.ts';

/** The options by which one submission is named. Its id or reference may also stand alone. */
export const nameOptions = { id: textOption.optional(), reference: textOption.optional() };

interface NameOptions {
  id?: string | undefined;
  reference?: string | undefined;
}

/** The one submission that is named; a UsageError when none or several are. */
export function readName(options: NameOptions, words: string[]): SubmissionName {
  const [name, ...more] = readNames(options, words);
  if (name === undefined || more.length > 0) throw new UsageError('Name one enquiry.');
  return name;
}

/** The submissions that are named, a word each; a UsageError when a word is no name of one. */
export function readNames({ id, reference }: NameOptions, words: string[]): SubmissionName[] {
  // A reference may be written with a space: then it is two words.
  const said = words.join(' ');
  const alone = readReference(said) ? [said] : words;
  return [id, reference, ...alone].filter((text) => text !== undefined).map(readOne);
}

function readOne(text: string): SubmissionName {
  const id = z.uuid().safeParse(text.trim().toLowerCase());
  if (id.success) return { id: id.data };
  const reference = readReference(text);
  if (reference) return { reference };
  throw new UsageError(`"${text}" is neither a reference such as 7F3K-92QD nor an id.`);
}
