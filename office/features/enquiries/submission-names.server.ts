import { textOption, UsageError } from '../../terminal/command.ts';
import { readReference } from '../../../contract/reference.ts';
import { submissionNameIn, type SubmissionName } from './open-submission.server.ts';

/** The options that name one submission. Its id or reference may also be a positional argument. */
export const nameOptions = { id: textOption.optional(), reference: textOption.optional() };

export type NameOptions = Partial<Record<keyof typeof nameOptions, string | undefined>>;

/**
 * The named submission.
 *
 * @throws UsageError if none or several are named.
 */
export function readName(options: NameOptions, words: string[]): SubmissionName {
  const [name, ...more] = readNames(options, words);
  if (name === undefined || more.length > 0) throw new UsageError('Give one reference or ID.');
  return name;
}

/**
 * The named submissions, one per argument.
 *
 * @throws UsageError if an argument is not a valid name.
 */
export function readNames({ id, reference }: NameOptions, words: string[]): SubmissionName[] {
  // A reference with a space consists of two arguments.
  const joined = words.join(' ');
  const alone = readReference(joined) ? [joined] : words;
  return [id, reference, ...alone].flatMap((text) => {
    if (text === undefined) return [];
    const name = submissionNameIn(text);
    if (name) return name;
    throw new UsageError(`"${text}" is neither a reference such as 7F3K-92QD nor an ID.`);
  });
}
