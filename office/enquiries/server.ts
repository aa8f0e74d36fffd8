import { localDay } from '#contract/time.ts';
import { fieldsInBraces, unknownField } from '#contract/replies.ts';
import {
  countEnquiries,
  countGroups,
  findEnquiries,
  findOthers,
  readPulse,
} from '#storage/enquiries.ts';
import type { ReplyTemplate } from '#storage/templates.ts';
import { readNames } from '../accounts/manage.server.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { createReadingRecorder, perform } from '../server/perform.ts';
import { sendFile } from '../server/route.ts';
import { TaskError, usernameOf } from '../server/task.ts';
import type { enquiriesApi } from './api.ts';
import { addEnquiry, addNoteTo } from './add.server.ts';
import { listColleagues, updateEnquiries } from './changes.server.ts';
import { enquiryOf, rowOf } from './describe.server.ts';
import { resendEmails } from './emails.server.ts';
import { exportEnquiries } from './export.server.ts';
import { findEnquiry, readEnquiryName } from './find.server.ts';
import { historyActions, historyOf, openingActions } from './history.server.ts';
import { replyTo, unsendReply } from './reply.server.ts';
import {
  conditionNames,
  countLists,
  orderOf,
  queryOf,
  readCursor,
  writeCursor,
} from './lists.server.ts';

type EnquiryHandlers = Pick<Handlers, keyof typeof enquiriesApi>;

/** Rights, inputs and outputs are in `api.ts`. Commands show no page and have no `presence`. */
export function enquiryHandlers(presence?: Context['presence']): EnquiryHandlers {
  const recordReading = createReadingRecorder();

  return {
    async 'enquiry.list'(task, input) {
      const { oldestFirst, limit, cursor, ...filter } = input;
      const you = usernameOf(task.actor);
      const store = await task.database();
      const after = cursor === undefined ? undefined : readCursor(cursor);
      if (cursor !== undefined && !after) throw new TaskError('invalid', 'There is no such page.');
      const query = queryOf(filter, you);
      const order = orderOf(filter.list, oldestFirst);
      // One more than requested shows whether there is a next page.
      const page = { order, limit: limit + 1, ...(after ? { after } : {}) };
      const conditions = conditionNames(filter);
      const [enquiries, groups] = await Promise.all([
        findEnquiries(store, query, page),
        countGroups(store),
      ]);
      const counts = countLists(groups, you);
      const shown = enquiries.slice(0, limit);
      const ids = shown.map(({ _id }) => _id);
      await recordReading(task, 'enquiry.list', ids, conditions);
      const last = enquiries.length > limit ? shown.at(-1) : undefined;
      return {
        rows: shown.map(rowOf),
        total: conditions.length > 1 ? await countEnquiries(store, query) : counts[filter.list],
        counts,
        nextCursor: last ? writeCursor(last) : null,
      };
    },

    async 'enquiry.read'(task, { name }, response) {
      const store = await task.database();
      const enquiry = await findEnquiry(task, readEnquiryName(name));
      const id = enquiry._id;
      response.locals.submissionId = id;
      await recordReading(task, 'enquiry.read', [id]);
      const [records, openings, others, names] = await Promise.all([
        store.audit.read({ id, actions: historyActions }),
        store.audit.countByActor(id, openingActions),
        findOthers(store, enquiry),
        readNames(store),
      ]);
      const otherIds = others.map(({ _id }) => _id);
      await recordReading(task, 'enquiry.preview', otherIds);
      const nameOf = (actor: string) => names[usernameOf(actor)] ?? usernameOf(actor);
      const address = enquiry.email.toLowerCase();
      return {
        enquiry: enquiryOf(enquiry),
        history: historyOf(enquiry, { records, openings }, nameOf),
        others: others.map((other) => ({
          ...rowOf(other),
          hasOtherAddress: other.email.toLowerCase() !== address,
        })),
      };
    },

    'enquiry.update': updateEnquiries,
    'enquiry.note': addNoteTo,
    'enquiry.reply': replyTo,
    'enquiry.unsend': unsendReply,
    'enquiry.add': addEnquiry,

    async 'enquiry.resend'(task, { id }) {
      await resendEmails(task, id);
      return {};
    },

    async 'enquiry.export'(task, input, response) {
      const { format } = input;
      const content = await exportEnquiries(task, input);
      const file = `enquiries-${localDay(new Date())}.${format}`;
      await sendFile(response, file, format, content);
      return undefined;
    },

    async 'enquiry.tags'(task) {
      const { submissions } = await task.database();
      const tags = await submissions.distinct('handling.tags');
      return { tags: tags.sort((one, other) => one.localeCompare(other)) };
    },

    'enquiry.colleagues': async (task) => ({
      colleagues: await listColleagues(await task.database()),
    }),

    async 'template.list'(task) {
      const { templates } = await task.database();
      const stored = await templates.find().sort({ name: 1, _id: 1 }).lean<ReplyTemplate[]>();
      return { templates: stored.map(templateOf) };
    },

    'template.save': (task, { seen, id: _id, name, text }) =>
      perform(task, 'template.save', {}, async () => {
        if (unknownField(text) !== undefined) {
          throw new TaskError(
            'invalid',
            `The text has an unknown field in braces. Only ${fieldsInBraces} are filled in.`,
          );
        }
        const { templates } = await task.database();
        const saved = { name, text, changedBy: usernameOf(task.actor), changedAt: new Date() };
        const present = seen ? { _id, changedAt: new Date(seen) } : { _id };
        const { matchedCount, upsertedCount } = await templates.updateOne(
          present,
          { $set: saved },
          { upsert: !seen },
        );
        if (matchedCount + upsertedCount === 0) {
          throw new TaskError('conflict', 'A colleague has changed this template.');
        }
        return templateOf({ _id, ...saved });
      }),

    'template.remove': (task, { id }) =>
      perform(task, 'template.remove', {}, async () => {
        const { templates } = await task.database();
        const removed = await templates.findOneAndDelete({ _id: id }).lean<ReplyTemplate>();
        return { removed: removed && templateOf(removed) };
      }),

    async pulse(task, { viewing, isReplying = false }) {
      const you = usernameOf(task.actor);
      const store = await task.database();
      const [pulse, present = []] = await Promise.all([
        readPulse(store),
        viewing ? presence?.note(viewing, { username: you, isReplying }) : [],
      ]);
      const others = present.filter(({ username }) => username !== you);
      const names = others.length > 0 ? await readNames(store) : {};
      return {
        ...pulse,
        alsoHere: others.map((other) => ({
          ...other,
          name: names[other.username] ?? other.username,
        })),
      };
    },
  };
}

function templateOf({ _id: id, changedAt, ...template }: ReplyTemplate) {
  return { id, ...template, changedAt: changedAt.toISOString() };
}
