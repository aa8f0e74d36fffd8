import * as z from 'zod';

import { localDay } from '../../../contract/time.ts';
import { readReference } from '../../../contract/reference.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { withId } from '../../../storage/connection.ts';
import { countByHandling } from '../../../storage/search-submissions.ts';
import { handlingOf } from '../../../storage/handling.ts';
import type { Handling } from '../../../storage/submission-model.ts';
import type { Changed, RefusedItem } from '../../office-views.ts';
import { httpStatusOf } from '../../server/staff-database.ts';
import { TaskError, type TaskContext } from '../../server/task.ts';
import {
  deleteSpam,
  listColleagues,
  makeChange,
  undoLastChange,
  type ChangedSubmission,
} from './change-state.server.ts';
import { actOf, changeNames } from './changes.ts';
import { resendNotifications } from './emails.server.ts';
import { exportCsv, exportWorkbook, listEnquiries } from './list-enquiries.server.ts';
import { openEnquiry } from './open-enquiry.server.ts';
import type { SubmissionName } from './open-submission.server.ts';
import type { RequestOf } from '../../office-api.ts';
import type { Context } from '../../server/context.ts';
import { readCursor, writeCursor } from './read-submissions.server.ts';
import { routesFor, sendFile, sendPieces } from '../../server/route-handler.ts';
import type { Route } from '../../server/route.ts';
import { shareNextResult } from '../status/share-results.server.ts';

/** The routes for enquiries. Roles and schemas are in `actions.ts`. */
export function enquiryRoutes(context: Context): Route[] {
  const { announcements, cookie, database, streams } = context;
  // It reads every enquiry, and all pages refetch their list after a change.
  const count = shareNextResult(() => database.use(countByHandling));

  /** Changes several submissions, announces the changes, and responds with the result for each. */
  async function changeAll<Item extends { id: string }, Done>(
    items: readonly Item[],
    change: (item: Item) => Promise<Done>,
  ) {
    const outcomes = await changeSeveral(items, change);
    const refused = new Set(outcomes.refused.map(({ id }) => id));
    const changed = items.map(({ id }) => id).filter((id) => !refused.has(id));
    if (changed.length > 0) announcements.changed(changed);
    return answerOutcomes(outcomes);
  }

  const described = (change: Promise<ChangedSubmission>) => change.then(describeChange);

  const changeHandles = Object.fromEntries(
    changeNames.map((name) => {
      const handle = (task: TaskContext, { items, ...input }: RequestOf<'enquiry.close'>) => {
        const act = actOf(name, input as never);
        return changeAll(items, (seen) => described(makeChange(task, seen, act)));
      };
      return [name, handle];
    }),
  );

  return [
    ...routesFor({
      async 'enquiry.list'(task, { cursor, ...wanted }) {
        const after = cursor === undefined ? undefined : readCursor(cursor);
        if (cursor !== undefined && !after) throw new Problem(400, 'There is no such page.');
        const { end, ...page } = await listEnquiries(task, { ...wanted, after }, count);
        return { ...page, nextCursor: end ? writeCursor(end) : null };
      },
      async 'enquiry.open'(task, { name, again }, response) {
        const found = await openEnquiry(task, readSubmissionName(name), { again });
        response.locals.submissionId = found.submission._id;
        return { ...found, submission: withId(found.submission) };
      },
      ...changeHandles,
      'enquiry.undo': (task, { items }) =>
        changeAll(items, (seen) => described(undoLastChange(task, seen))),
      async 'enquiry.delete'(task, { ids }) {
        const { done, refused } = await changeAll(named(ids), async ({ id }) => {
          await deleteSpam(task, id);
          return id;
        });
        return { deleted: done, refused };
      },
      async 'enquiry.resend'(task, { ids, kinds }) {
        const { done, refused } = await changeAll(named(ids), async (name) => {
          await resendNotifications(task, name, kinds);
          return name.id;
        });
        return { resent: done, refused };
      },
      async 'enquiry.export'(task, { format, ...list }, response) {
        const name = `enquiries-${localDay(new Date())}.${format}`;
        if (format === 'csv') await sendPieces(response, name, format, exportCsv(task, list));
        else sendFile(response, name, format, await exportWorkbook(task, list));
      },
      async 'enquiry.viewing'({ actor }, { id, leaving = false }) {
        const readers = await announcements.noteReader(id, actor, leaving);
        const others = (readers ?? []).filter((reader) => reader !== actor);
        return { others, known: readers !== undefined };
      },
      'enquiry.colleagues': async (task) => ({
        you: task.actor,
        usernames: await listColleagues(task),
      }),
      'enquiry.events': (_task, _input, response) => {
        streams.open(response, cookie.read(response.req));
        return Promise.resolve();
      },
    }),
  ];
}

/** The name of an enquiry: a reference in any spelling, or its id. */
export function readSubmissionName(text: string): SubmissionName {
  const id = z.uuid().safeParse(text.trim().toLowerCase());
  if (id.success) return { id: id.data };
  const reference = readReference(text);
  if (reference) return { reference };
  throw new Problem(400, 'That is neither a reference such as 7F3K-92QD nor an id.');
}

function named(ids: readonly string[]): { id: string }[] {
  return ids.map((id) => ({ id }));
}

/** Why one of several was not changed; the times in its current state are still Dates. */
type RefusedChange = Omit<RefusedItem, 'current'> & { current?: Handling };

/** The result for each of several submissions. */
interface Outcomes<Done> {
  done: Done[];
  refused: RefusedChange[];
}

/** Applies a change to several submissions in sequence; a refusal does not stop the others. */
async function changeSeveral<Item extends { id: string }, Done>(
  items: readonly Item[],
  change: (item: Item) => Promise<Done>,
): Promise<Outcomes<Done>> {
  const outcomes: Outcomes<Done> = { done: [], refused: [] };
  for (const item of items) {
    try {
      outcomes.done.push(await change(item));
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      const { failure: reason, message: sentence, current } = error;
      outcomes.refused.push({ id: item.id, reason, sentence, ...(current ? { current } : {}) });
    }
  }
  return outcomes;
}

/** The view of a change for pages. */
function describeChange({
  after,
}: ChangedSubmission): Omit<Changed['done'][number], 'after'> & { after: Handling } {
  return {
    id: after._id,
    after: handlingOf(after),
    canUndo: after.undo !== undefined,
    status: after.status,
  };
}

/** The results of several changes. @throws Problem if none was made, with the reason of each. */
function answerOutcomes<Done>(outcomes: Outcomes<Done>): Outcomes<Done> {
  const [first] = outcomes.refused;
  if (!first || outcomes.done.length > 0) return outcomes;
  throw new Problem(httpStatusOf[first.reason], first.sentence, { members: { ...outcomes } });
}
