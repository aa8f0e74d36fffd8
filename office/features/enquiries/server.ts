import { localDay } from '../../../contract/time.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { withId } from '../../../storage/connection.ts';
import { listDeleted } from '../../../storage/deleted-submissions.ts';
import { countByHandling, findTags } from '../../../storage/search-submissions.ts';
import { handlingOf } from '../../../storage/handling.ts';
import type { ContactSubmission } from '../../../storage/submission-model.ts';
import type { RequestOf } from '../../office-api.ts';
import type { Context } from '../../server/context.ts';
import { record } from '../../server/run-action.ts';
import { routesFor, sendFile, sendPieces, type Route } from '../../server/route.ts';
import { httpStatusOf } from '../../server/staff-database.ts';
import {
  TaskError,
  type CurrentState,
  type TaskContext,
  type TaskFailure,
} from '../../server/task.ts';
import { shareNextResult } from '../status/share-results.server.ts';
import {
  deleteSpam,
  listColleagues,
  makeChange,
  restoreEnquiry,
  undoLastChange,
  type SubmissionVersion,
} from './change-state.server.ts';
import { actOf } from './acts.ts';
import { changeNames } from './changes.ts';
import { rowOf } from './describe-submission.server.ts';
import { resendNotifications } from './emails.server.ts';
import { exportEnquiries, listEnquiries } from './list-enquiries.server.ts';
import { openEnquiry, readSubmissionName } from './open-submission.server.ts';
import { readCursor, writeCursor } from './read-submissions.server.ts';

/** The maximum number of deleted enquiries in the list of those that can be restored. */
const maxDeleted = 1_000;

/** The routes for enquiries. Rights and schemas are in `actions.ts`. */
export function enquiryRoutes({ announcements, cookie, database, streams }: Context): Route[] {
  // Concurrent requests share the counts: counting reads every enquiry, and all open pages refetch
  // after a change.
  const count = shareNextResult(() => database.use(countByHandling));

  /**
   * Changes several submissions in sequence, and announces the changes. A refusal does not prevent
   * the other changes.
   *
   * @throws Problem if every change was refused. It contains the reason for each refusal.
   */
  async function changeEach<Item extends { id: string }, Done>(
    items: readonly Item[],
    change: (item: Item) => Promise<Done>,
  ) {
    const done: Done[] = [];
    const ids: string[] = [];
    const refused: Refusal[] = [];
    try {
      for (const item of items) {
        try {
          done.push(await change(item));
          ids.push(item.id);
        } catch (error) {
          if (!(error instanceof TaskError)) throw error;
          const { failure: reason, message: sentence, current } = error;
          refused.push({ id: item.id, reason, sentence, current });
        }
      }
    } finally {
      if (ids.length > 0) announcements.changed(ids);
    }
    const [first] = refused;
    if (!first || done.length > 0) return { done, ids, refused };
    throw new Problem(httpStatusOf[first.reason], first.sentence, { members: { done, refused } });
  }

  async function changeState(
    items: readonly SubmissionVersion[],
    change: (seen: SubmissionVersion) => Promise<ContactSubmission>,
  ) {
    const { done, refused } = await changeEach(items, change);
    return { done: done.map(describeChange), refused };
  }

  const changeHandles = Object.fromEntries(
    changeNames.map((name) => {
      const handle = (task: TaskContext, { items, ...input }: RequestOf<'enquiry.close'>) => {
        const act = actOf(name, input as never);
        return changeState(items, (seen) => makeChange(task, seen, act));
      };
      return [name, handle];
    }),
  );

  return routesFor({
    async 'enquiry.list'(task, { cursor, ...wanted }) {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      if (cursor !== undefined && !after) throw new Problem(400, 'There is no such page.');
      const { end, ...page } = await listEnquiries(task, { ...wanted, after }, count);
      return { ...page, nextCursor: end ? writeCursor(end) : null };
    },
    async 'enquiry.open'(task, { name, again }, response) {
      const found = await openEnquiry(task, readSubmissionName(name), again);
      response.locals.submissionId = found.submission._id;
      return { ...found, submission: withId(found.submission) };
    },
    ...changeHandles,
    'enquiry.undo': (task, { items }) => changeState(items, (seen) => undoLastChange(task, seen)),
    async 'enquiry.delete'(task, { ids }) {
      const deleted = await changeEach(named(ids), ({ id }) => deleteSpam(task, id));
      return { deleted: deleted.ids, refused: deleted.refused };
    },
    'enquiry.tags': async ({ database: open }) => ({ tags: await findTags(await open()) }),
    async 'enquiry.deleted'(task) {
      const found = await listDeleted(await task.database(), { limit: maxDeleted });
      const ids = found.map(({ _id }) => _id);
      if (ids.length > 0) await record(task, 'enquiry.list', { ids, conditions: ['deleted'] });
      return { deleted: found.map((one) => ({ ...rowOf(one), until: one.expiresAt })) };
    },
    async 'enquiry.restore'(task, { ids }) {
      const restored = await changeEach(named(ids), ({ id }) => restoreEnquiry(task, id));
      return { restored: restored.ids, refused: restored.refused };
    },
    async 'enquiry.resend'(task, { ids, kinds }) {
      const resent = await changeEach(named(ids), (name) => resendNotifications(task, name, kinds));
      return { resent: resent.ids, refused: resent.refused };
    },
    async 'enquiry.export'(task, wanted, response) {
      const { format } = wanted;
      const content = await exportEnquiries(task, wanted);
      const name = `enquiries-${localDay(new Date())}.${format}`;
      if (Buffer.isBuffer(content)) sendFile(response, name, format, content);
      else await sendPieces(response, name, format, content);
    },
    async 'enquiry.viewing'({ actor }, { id, leaving = false }) {
      const readers = await announcements.noteReader(id, actor, leaving);
      const others = (readers ?? []).filter((reader) => reader !== actor);
      return { others, known: readers !== undefined };
    },
    'enquiry.colleagues': async ({ database }) => ({
      usernames: await listColleagues(await database()),
    }),
    'enquiry.events': (_task, _input, response) => {
      streams.open(response, cookie.read(response.req));
      return Promise.resolve();
    },
  });
}

const named = (ids: readonly string[]) => ids.map((id) => ({ id }));

interface Refusal {
  id: string;
  reason: TaskFailure;
  sentence: string;
  current: CurrentState | undefined;
}

function describeChange(after: ContactSubmission) {
  const { _id: id, status, undo } = after;
  return { id, after: handlingOf(after), canUndo: undo !== undefined, status };
}
