import type { Response } from 'express';

import { enquiriesApi as api } from '../enquiries/api.ts';
import { exportEnquiries } from '../enquiries/export.server.ts';
import { listNames } from '../enquiries/lists.ts';
import { enquiryHandlers } from '../enquiries/server.ts';
import { countOf } from '../enquiries/words.ts';
import { erasePerson } from '../people/erase.server.ts';
import { readSearch } from '../people/find.server.ts';
import { findPerson } from '../people/server.ts';
import { dataWords } from '../people/words.ts';
import { TaskError } from '../server/task.ts';
import { readInput, type Command } from './command.ts';
import { confirm, jsonOf, tableOf } from './terminal.ts';

const filter = `[--in ${listNames.join('|')}] [--search TEXT] [--owner USERNAME] [--from DATE] [--to DATE] [--tag TAG] [--reply due|overdue] [--marked]`;

/** The handlers of the pages. They answer a command, not a request. */
const desk = enquiryHandlers();
const noResponse = { locals: {} } as Response;

export const submissionCommands: Record<string, Command> = {
  'submissions list': {
    usage: `${filter} [--limit 50] [--json]`,
    right: api['enquiry.list'].right,
    async run(task, _words, { json, in: list = 'all', limit = '50', ...given }) {
      const input = readInput(api['enquiry.list'].input, { ...given, list, limit: Number(limit) });
      const { rows = [], total = 0 } = (await desk['enquiry.list'](task, input, noResponse)) ?? {};
      const fields = ['reference', 'createdAt', 'state', 'name', 'beginning'] as const;
      await task.terminal.write(json ? jsonOf(rows) : tableOf(rows, fields));
      task.terminal.note(`${rows.length} of ${total} enquiries.`);
    },
  },
  'submissions show': {
    usage: 'REFERENCE|ID',
    right: api['enquiry.read'].right,
    async run(task, [name = '']) {
      const { enquiry, history } = (await desk['enquiry.read'](task, { name }, noResponse)) ?? {};
      await task.terminal.write(jsonOf({ enquiry, history }));
    },
  },
  'submissions export': {
    usage: `--reason TEXT ${filter} [--format csv|xlsx]`,
    right: api['enquiry.export'].right,
    async run(task, _words, { in: list = 'all', format = 'csv', ...given }) {
      const input = readInput(api['enquiry.export'].input, { ...given, list, format });
      const content = await exportEnquiries(task, input);
      const pieces = Buffer.isBuffer(content) ? [content] : content;
      for await (const piece of pieces) await task.terminal.write(piece);
    },
  },
  'submissions erase': {
    usage: 'ADDRESS|REFERENCE|ID … [--yes]',
    right: 'person.erase',
    async run(task, words, { yes }) {
      const { terminal } = task;
      const people = await Promise.all(words.map((who) => findPerson(task, who)));
      if (people.some(({ email, ids }) => email === '' && ids.length === 0)) {
        throw new TaskError('not-found', 'There is no enquiry with that reference.');
      }
      const count = people.reduce((sum, { enquiries }) => sum + enquiries.length, 0);
      terminal.note(`Found: ${countOf(count)}.`);
      await confirm(terminal, yes, 'Delete them, their emails and their jobs permanently?');
      for (const who of words) {
        const { ids, mentionedIn, ...erased } = await erasePerson(task, readSearch(who));
        terminal.note(`Erased: ${dataWords(erased)}.`);
        if (mentionedIn.length > 0) {
          terminal.note(`Other enquiries still mention the address: ${mentionedIn.join(', ')}.`);
        }
        await terminal.write(ids.map((id) => `${id}\n`).join(''));
      }
    },
  },
};
