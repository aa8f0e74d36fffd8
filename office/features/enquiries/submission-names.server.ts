import { textOption, UsageError } from '../../terminal/command.ts';
import { readReference } from '../../../contract/read-reference.ts';
import { submissionNameIn, type SubmissionName } from './open-submission.server.ts';

/** The options that name one submission. The id or reference can also be a positional argument. */
export const nameOptions = { id: textOption.optional(), reference: textOption.optional() };

export type NameOptions = Partial<Record<keyof typeof nameOptions, string | undefined>>;

/**
 * Reads the id or reference of one submission from the options and the positional arguments.
 *
 * @throws UsageError if there is no id or reference, more than one, or a text that is neither.
 */
export function readName(options: NameOptions, words: string[]): SubmissionName {
  const [name, ...more] = readNames(options, words);
  if (name === undefined || more.length > 0) throw new UsageError('Give one reference or ID.');
  return name;
}

/**
 * Reads ids and references of submissions from the options and the positional arguments.
 *
 * @throws UsageError if one of them is neither an id nor a reference.
 */
export function readNames({ id, reference }: NameOptions, words: string[]): SubmissionName[] {
  // A reference typed with a space arrives as two arguments.
  const joined = words.join(' ');
  const alone = readReference(joined) ? [joined] : words;
  return [id, reference, ...alone].flatMap((text) => {
    if (text === undefined) return [];
    const name = submissionNameIn(text);
    if (name) return name;
    throw new UsageError(`"${text}" is neither a reference such as 7F3K-92QD nor an ID.`);
  });
}
