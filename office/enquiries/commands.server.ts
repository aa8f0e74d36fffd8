import * as z from 'zod';

import {
  contactField,
  contactFields,
  filledIn,
  staffHeadings,
  underHeading,
} from '../../contract/contact-fields.ts';
import { notificationKinds, notifications } from '../../contract/notifications.ts';
import { readReference } from '../../contract/reference.ts';
import { localTime } from '../../contract/time.ts';
import { countEnquiries, type EnquiryQuery, type StoredEnquiry } from '../../storage/enquiries.ts';
import type { Note } from '../../storage/submission-model.ts';
import { endMoment, firstMoment } from '../days.ts';
import { readNames as readDisplayNames } from '../accounts/names.server.ts';
import { record } from '../server/run-action.ts';
import { usernameOf } from '../server/task.ts';
import {
  defineCommand,
  limitOption,
  textOption,
  UsageError,
  type CommandContext,
} from '../terminal/command.ts';
import {
  outputOptions,
  outputUsage,
  writeResult,
  writeRows,
  type View,
} from '../terminal/output.ts';
import { printable } from '../terminal/table.ts';
import { columnsWith, recordedRows } from './export.server.ts';
import { enquiryNameIn, findEnquiry, type EnquiryName } from './find.server.ts';
import { queryOf } from './lists.server.ts';
import { listNames } from './lists.ts';
import { stateWords } from './words.ts';

/** The options that name one enquiry. The id or reference can also be a positional argument. */
export const nameOptions = { id: textOption.optional(), reference: textOption.optional() };

type NameOptions = Partial<Record<keyof typeof nameOptions, string | undefined>>;

/**
 * Reads the id or reference of one enquiry from the options and the positional arguments.
 *
 * @throws UsageError if there is no id or reference, more than one, or a text that is neither.
 */
export function readName(options: NameOptions, words: string[]): EnquiryName {
  const [name, ...more] = readNames(options, words);
  if (name === undefined || more.length > 0) throw new UsageError('Give one reference or ID.');
  return name;
}

/**
 * Reads ids and references of enquiries from the options and the positional arguments.
 *
 * @throws UsageError if one of them is neither an id nor a reference.
 */
export function readNames({ id, reference }: NameOptions, words: string[]): EnquiryName[] {
  // A reference typed with a space arrives as two arguments.
  const joined = words.join(' ');
  const alone = readReference(joined) ? [joined] : words;
  return [id, reference, ...alone].flatMap((text) => {
    if (text === undefined) return [];
    const name = enquiryNameIn(text);
    if (name) return name;
    throw new UsageError(`"${text}" is neither a reference such as 7F3K-92QD nor an ID.`);
  });
}

const listOptions = outputOptions.extend({
  in: z.enum(listNames, `must be ${listNames.join(', ')}`).optional(),
  email: textOption.optional(),
  from: firstMoment.optional(),
  to: endMoment.optional(),
  tag: textOption.optional(),
  search: textOption.max(200, 'must be at most 200 characters long').optional(),
});

const filterUsage = `[--in ${listNames.join('|')}] [--email ADDRESS] [--from DATE] [--to DATE] [--tag TAG] [--search TEXT]`;

/** The commands of `npm run submissions --` that read enquiries. */
export const submissionCommands = {
  list: defineCommand({
    usage: `submissions -- list ${filterUsage} [--limit 50] ${outputUsage}`,
    summary: 'lists enquiries, newest first',
    action: 'enquiry.list',
    options: listOptions.extend({ limit: limitOption(10_000, 50) }),
    run: (context, options) => writeList(context, 'enquiry.list', options),
  }),

  show: defineCommand({
    usage: `submissions -- show REFERENCE|ID ${outputUsage}`,
    summary: 'shows one enquiry in full',
    action: 'enquiry.read',
    options: outputOptions.extend(nameOptions),
    read: (options, words) => ({ name: readName(options, words), options }),
    async run(context, { name, options }) {
      const { format = 'table', out } = options;
      const found = await findEnquiry(context, name);
      await record(context, 'enquiry.read', { ids: [found._id] });
      if (format === 'table') await writeResult(context.terminal, out, [letterOf(found)]);
      else await writeRows(context.terminal, await viewFor(context), { rows: [found] }, options);
    },
  }),

  export: defineCommand({
    usage: `submissions -- export ${filterUsage} ${outputUsage}`,
    summary: 'exports enquiries with every field, by default as CSV',
    action: 'enquiry.export',
    options: listOptions,
    run: (context, { format = 'csv', ...options }) =>
      writeList(context, 'enquiry.export', { ...options, format }),
  }),
};

async function writeList(
  context: CommandContext,
  action: 'enquiry.list' | 'enquiry.export',
  { limit, in: list, search: text, email, from, to, tag, ...output }: ListOptions,
): Promise<void> {
  const { isSpam, state, owner } = list ? queryOf({ list }, usernameOf(context.actor)) : {};
  const query: EnquiryQuery = { isSpam, state, owner, text, email, from, to, tag };
  const names = Object.entries(query).filter(([, value]) => value !== undefined);
  const conditions = names.map(([name]) => name);
  const total = await countEnquiries(await context.database(), query);
  const rows = recordedRows(context, action, { query, conditions, limit });
  await writeRows(context.terminal, await viewFor(context), { rows, total }, output);
}

type ListOptions = z.infer<typeof listOptions> & { limit?: number };

async function viewFor({ database }: CommandContext): Promise<View<StoredEnquiry>> {
  const names = await readDisplayNames(await database());
  return {
    names: ['enquiry', 'enquiries'],
    table: [
      { title: 'Reference', whole: true, of: ({ reference }) => reference },
      { title: 'Received', whole: true, of: ({ createdAt }) => localTime(createdAt) },
      { title: 'State', whole: true, of: (enquiry) => stateOf(enquiry) },
      ...staffHeadings.map((heading) => ({
        title: heading,
        // Only the organisation can be truncated: names and addresses must be shown in full.
        whole: heading !== contactFields.organisation.label,
        of: (enquiry: StoredEnquiry) => underHeading(heading, enquiry),
      })),
    ],
    csv: columnsWith((username) => names[username] ?? username),
  };
}

function stateOf({ status, handling }: StoredEnquiry): string {
  return stateWords({ status, ...handling }, String);
}

/** A whole enquiry as readable text. */
function letterOf(enquiry: StoredEnquiry): string {
  const { screening, handling } = enquiry;
  const facts = {
    Reference: enquiry.reference,
    ID: enquiry._id,
    Received: localTime(enquiry.createdAt),
    'Kept until': localTime(enquiry.expiresAt),
    State: stateOf(enquiry),
    Tags: handling.tags.join(', '),
    Screening: screening ? `${screening.score} (${screening.reasons.join('; ')})` : '',
    ...Object.fromEntries(
      notificationKinds.map((kind) => {
        const { status = 'none', reason } = enquiry.notifications[kind] ?? {};
        return [notifications[kind].label, reason === undefined ? status : `${status} (${reason})`];
      }),
    ),
    ...Object.fromEntries(
      staffHeadings.map((heading) => [heading, underHeading(heading, enquiry)]),
    ),
    'Phone or address': enquiry.reach ?? '',
  };
  const filled = Object.entries(facts).filter(([, value]) => value !== '');
  const width = Math.max(...filled.map(([label]) => label.length)) + 2;
  const lines = filled.map(
    ([label, value]) => `${label.padEnd(width)}${printable(value, { oneLine: true })}`,
  );
  const texts = filledIn(enquiry).filter(([name]) => contactField(name).multiline);
  const written = (what: string, { at, by, text }: Note) =>
    `${what} by ${by}, ${localTime(at)}: ${printable(text)}\n`;
  return [
    lines.join('\n'),
    ...texts.map(([, text]) => `${printable(text)}\n`),
    ...handling.replies.map((reply) => written('Reply', reply)),
    ...handling.notes.map((note) => written('Note', note)),
  ].join('\n\n');
}
