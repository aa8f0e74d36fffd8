import type { Response } from 'express';
import * as z from 'zod';

import { emailAddress, readEmailAddress } from '../../contract/email-address.ts';
import { readReference } from '../../contract/read-reference.ts';
import { localTime } from '../../contract/time.ts';
import { enquiriesApi, type OutputOf, type Row } from '../enquiries/api.ts';
import { exportEnquiries } from '../enquiries/export.server.ts';
import { listNames } from '../enquiries/lists.ts';
import { enquiryHandlers } from '../enquiries/server.ts';
import { stateWords } from '../enquiries/words.ts';
import { erasePersonalData, isNothing } from '../features/people/erase-personal-data.server.ts';
import { findPersonalData } from '../features/people/find-personal-data.server.ts';
import { dataWords } from '../features/people/words.ts';
import {
  confirm,
  flag,
  noWords,
  oneWord,
  readInput,
  text,
  UsageError,
  type Command,
  type CommandTask,
} from './command.ts';
import { printable, writeResult, writeRows } from './output.ts';

const filterOptions = {
  ...{ in: text, search: text, owner: text, from: text, to: text, tag: text, reply: text },
  marked: flag,
};
const filterUsage = `[--in ${listNames.join('|')}] [--search TEXT] [--owner USERNAME] [--from DATE] [--to DATE] [--tag TAG] [--reply due|overdue] [--marked]`;

const limit = z.coerce.number().int().min(1).max(10_000);
const email = z
  .string()
  .overwrite(readEmailAddress)
  .regex(emailAddress, 'must be an email address');

/** Handlers that answer a command, not a request of a page. */
function handlersFor({ database }: CommandTask) {
  return enquiryHandlers({ database: { use: async (work) => work(await database()) } });
}
const noResponse = { locals: {} } as Response;

/** The commands of `npm run submissions --`. */
export const submissionCommands: Record<'list' | 'show' | 'export' | 'erase', Command> = {
  list: {
    usage: `submissions -- list ${filterUsage} [--limit 50] [--json]`,
    summary: 'lists enquiries, newest first',
    right: enquiriesApi['enquiry.list'].right,
    options: { ...filterOptions, limit: text, json: flag },
    read({ limit: most = '50', json, ...given }, words) {
      noWords(words);
      const { limit: wanted } = readInput(z.object({ limit }), { limit: most });
      const input = readInput(enquiriesApi['enquiry.list'].input, filterOf(given));
      return async (task) => {
        const handlers = handlersFor(task);
        const rows: Row[] = [];
        let page: OutputOf<'enquiry.list'> | undefined;
        do {
          const cursor = page?.nextCursor ?? undefined;
          const size = Math.min(100, wanted - rows.length);
          page = await handlers['enquiry.list'](
            task,
            { ...input, limit: size, cursor },
            noResponse,
          );
          rows.push(...(page?.rows ?? []));
        } while (page?.nextCursor && rows.length < wanted);
        await writeRows(task.terminal, { json: json === true, columns }, rows);
        task.terminal.note(`${rows.length} of ${page?.total ?? 0} enquiries.`);
      };
    },
  },

  show: {
    usage: 'submissions -- show REFERENCE|ID [--json]',
    summary: 'shows one enquiry in full',
    right: enquiriesApi['enquiry.read'].right,
    options: { json: flag },
    read({ json }, words) {
      const names = namesIn(words).flatMap((name) => Object.values(name));
      const given = { name: oneWord(names, 'reference or ID') };
      return async (task) => {
        const shown = await handlersFor(task)['enquiry.read'](task, given, noResponse);
        if (!shown) return;
        const { others: _others, ...content } = shown;
        const result = json ? `${JSON.stringify(content, null, 2)}\n` : letterOf(shown);
        await task.terminal.write(result);
      };
    },
  },

  export: {
    usage: `submissions -- export --reason TEXT ${filterUsage} [--format csv|xlsx] [--out FILE]`,
    summary:
      'exports enquiries with every field, by default as CSV; the audit trail keeps the reason',
    right: enquiriesApi['enquiry.export'].right,
    options: { ...filterOptions, format: text, reason: text, out: text },
    read({ format = 'csv', reason, out, ...given }, words) {
      noWords(words);
      const wanted = { format, reason, ...filterOf(given) };
      const input = readInput(enquiriesApi['enquiry.export'].input, wanted);
      if (format === 'xlsx' && out === undefined) throw new UsageError('xlsx needs --out FILE.');
      return async (task) => {
        const content = await exportEnquiries(task, input);
        const pieces = Buffer.isBuffer(content) ? [content] : content;
        await writeResult(task.terminal, out as string | undefined, pieces);
      };
    },
  },

  erase: {
    usage: 'submissions -- erase --email ADDRESS | REFERENCE|ID … [--yes]',
    summary: 'permanently erases individual enquiries, or all data about a person except requests',
    right: 'person.erase',
    options: { email: text, yes: flag },
    read({ email: address, yes }, words) {
      if ((address === undefined) === (words.length === 0)) {
        throw new UsageError('Give --email ADDRESS, or references or IDs.');
      }
      const search =
        address === undefined
          ? { names: namesIn(words) }
          : { email: readInput(z.object({ email }), { email: address }).email };
      return async (task) => {
        const found = await findPersonalData(task, search);
        if (!isNothing(found) && !yes) {
          const { submissions, jobs, keys, mails } = found;
          const counts = { submissions, jobs, keys, mails };
          const numbers = Object.entries(counts).map(([kind, all]) => [kind, all.length] as const);
          task.terminal.note(`Found: ${dataWords(Object.fromEntries(numbers))}.`);
          await confirm(task.terminal, 'Delete all of this permanently?');
        }
        const { erased, ids, compacted } = await erasePersonalData(task, found);
        const { mentionedIn } = found;
        const lines = [
          `Deleted: ${dataWords(erased)}.`,
          ...ids,
          compacted.mongodb
            ? 'MongoDB may keep remains until it overwrites them.'
            : "MongoDB keeps the data on disk until it overwrites it. Run db.runCommand({ compact: 'contactsubmissions', force: true }) and the same for 'deletedsubmissions' as a MongoDB administrator.",
          ...(compacted.redis ? [] : ['Redis did not rewrite its file.']),
          ...(mentionedIn.length > 0
            ? [`Other enquiries mention the address. Review them: ${mentionedIn.join(', ')}.`]
            : []),
        ];
        await task.terminal.write(`${lines.join('\n')}\n`);
      };
    },
  },
};

function filterOf({ in: given, ...filter }: Parameters<Command['read']>[0]) {
  const inList = z.object({
    in: z.enum(listNames, `must be ${listNames.join(', ')}`).default('all'),
  });
  return { list: readInput(inList, { in: given }).in, ...filter };
}

/** @throws UsageError if one of the words is neither an id nor a reference. */
function namesIn(words: string[]): ({ id: string } | { reference: string })[] {
  // A reference typed with a space arrives as two words.
  const joined = words.join(' ');
  return (readReference(joined) ? [joined] : words).map((word) => {
    const id = z.uuid().safeParse(word.trim().toLowerCase());
    if (id.success) return { id: id.data };
    const reference = readReference(word);
    if (reference) return { reference };
    throw new UsageError(`"${word}" is neither a reference such as 7F3K-92QD nor an ID.`);
  });
}

const nameOf = (username: string) => username;

const columns: Record<string, (row: Row) => string> = {
  Reference: ({ reference }) => reference,
  Received: ({ createdAt }) => localTime(createdAt),
  State: (row) => stateWords(row, nameOf),
  Name: ({ name }) => name,
  Organisation: ({ organisation }) => organisation,
  Message: ({ beginning }) => beginning,
};

/** A whole enquiry as readable text. */
function letterOf({ enquiry, history }: NonNullable<OutputOf<'enquiry.read'>>): string {
  const facts = {
    Reference: enquiry.reference,
    ID: enquiry.id,
    Received: localTime(enquiry.createdAt),
    State: stateWords(enquiry, nameOf),
    Reasons: enquiry.reasons.join('; '),
    Tags: enquiry.tags.join(', '),
    Name: enquiry.name,
    Organisation: enquiry.organisation,
    Email: enquiry.email,
    'Phone or address': enquiry.reach,
    'Kept until': localTime(enquiry.expiresAt),
  };
  return [
    ...Object.entries(facts)
      .filter(([, value]) => value !== '')
      .map(([label, value]) => `${label.padEnd(18)}${printable(value, { oneLine: true })}`),
    `\n${printable(enquiry.message)}\n`,
    ...history.map(({ at, by, words, text: content }) => {
      const who = by === null ? words : `${by} ${words}`;
      const line = printable(`${localTime(at)}  ${who}`, { oneLine: true });
      return content === undefined ? line : `${line}:\n${printable(content)}`;
    }),
    '',
  ].join('\n');
}
