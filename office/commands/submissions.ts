import type { Response } from 'express';

import { emailAddress, readEmailAddress } from '#contract/email-address.ts';
import { enquiriesApi as api } from '../enquiries/api.ts';
import { exportEnquiries } from '../enquiries/export.server.ts';
import { readEnquiryName } from '../enquiries/find.server.ts';
import { listNames } from '../enquiries/lists.ts';
import { enquiryHandlers } from '../enquiries/server.ts';
import { erasePerson } from '../people/erase.server.ts';
import { findHeldData } from '../people/find.server.ts';
import { dataWords } from '../people/words.ts';
import { TaskError } from '../server/task.ts';
import { flag, readInput, text, type Command, type CommandTask } from './run-command.ts';
import { confirm, jsonOf, tableOf, UsageError } from './terminal.ts';

const filterUsage = `[--in ${listNames.join('|')}] [--search TEXT] [--owner USERNAME] [--from DATE] [--to DATE] [--tag TAG] [--reply due|overdue] [--marked]`;
const filterOptions = {
  in: text,
  search: text,
  owner: text,
  from: text,
  to: text,
  tag: text,
  reply: text,
  marked: flag,
};

/** Handlers that answer a command, not a request of a page. */
function handlersFor({ database }: CommandTask) {
  return enquiryHandlers({ database: { use: async (work) => work(await database()) } });
}
const noResponse = { locals: {} } as Response;

/** The commands of `npm run submissions --`. */
export const submissionCommands: Record<string, Command> = {
  'submissions list': {
    usage: `${filterUsage} [--limit 50] [--json]`,
    options: { ...filterOptions, limit: text, json: flag },
    right: api['enquiry.list'].right,
    async run(task, _words, { json, in: list = 'all', limit = '50', ...filter }) {
      const given = { ...filter, list, limit: Number(limit) };
      const input = readInput(api['enquiry.list'].input, given);
      const page = await handlersFor(task)['enquiry.list'](task, input, noResponse);
      const { rows = [], total = 0 } = page ?? {};
      const fields = ['reference', 'createdAt', 'state', 'name', 'beginning'] as const;
      await task.terminal.write(json ? jsonOf(rows) : tableOf(rows, fields));
      task.terminal.note(`${rows.length} of ${total} enquiries.`);
    },
  },
  'submissions show': {
    usage: 'REFERENCE|ID',
    words: 1,
    options: { json: flag },
    right: api['enquiry.read'].right,
    async run(task, [name = '']) {
      const shown = await handlersFor(task)['enquiry.read'](task, { name }, noResponse);
      await task.terminal.write(jsonOf({ enquiry: shown?.enquiry, history: shown?.history }));
    },
  },
  'submissions export': {
    usage: `--reason TEXT ${filterUsage} [--format csv|xlsx] > FILE`,
    options: { ...filterOptions, format: text, reason: text },
    right: api['enquiry.export'].right,
    async run(task, _words, { in: list = 'all', format = 'csv', ...given }) {
      const input = readInput(api['enquiry.export'].input, { ...given, list, format });
      const content = await exportEnquiries(task, input);
      const pieces = Buffer.isBuffer(content) ? [content] : content;
      for await (const piece of pieces) await task.terminal.write(piece);
    },
  },
  'submissions erase': {
    usage: '--email ADDRESS | REFERENCE|ID … [--yes]',
    words: 'any',
    options: { email: text, yes: flag },
    right: 'person.erase',
    async run(task, words, { email: given, yes }) {
      const email = readEmailAddress(String(given));
      const isAddress = given !== undefined && emailAddress.test(email);
      if (words.length > 0 === (given !== undefined) || words.length > 0 === isAddress) {
        throw new UsageError('Give --email ADDRESS, or references or IDs.');
      }
      const wanted: string[] = [];
      for (const name of words.map(readEnquiryName)) {
        const found = await findHeldData(task, 'id' in name ? { ids: [name.id] } : name);
        if (found.ids.length === 0) {
          throw new TaskError('not-found', 'There is no enquiry with that reference.');
        }
        wanted.push(...found.ids);
      }
      const search = isAddress ? { email } : { ids: wanted };
      const found = await findHeldData(task, search);
      task.terminal.note(`Found: ${found.ids.length} enquiries.`);
      await confirm(task.terminal, yes, 'Delete them, their emails and their jobs permanently?');
      const { ids, mentionedIn, ...erased } = await erasePerson(task, search);
      task.terminal.note(`Erased: ${dataWords(erased)}.`);
      if (mentionedIn.length > 0) {
        const references = mentionedIn.join(', ');
        task.terminal.note(`Other enquiries still mention the address: ${references}.`);
      }
      await task.terminal.write(ids.map((id) => `${id}\n`).join(''));
    },
  },
};
