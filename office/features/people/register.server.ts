import { randomUUID } from 'node:crypto';

import { Problem } from '../../../packages/server/http.ts';
import { withId } from '../../../storage/connection.ts';
import { countDueRequests } from '../../../storage/digest.ts';
import {
  addPersonRequest,
  changePersonRequest,
  closePersonRequest,
  findPersonRequest,
  listPersonRequests,
  reopenPersonRequest,
  type PersonRequest,
} from '../../../storage/person-requests.ts';
import type { RequestOf } from '../../office-api.ts';
import { record, run, runPrepared } from '../../server/run-action.ts';
import type { Handles } from '../../server/route.ts';
import { TaskError, usernameOf } from '../../server/task.ts';

/** The handlers of the register of data subject requests. */
export function registerHandles(): Handles {
  function describe(request: PersonRequest | undefined, otherwise: string) {
    // Undefined if a colleague has already closed or reopened the request. On a conflict, pages
    // load the register again.
    if (!request) throw new TaskError('conflict', otherwise);
    return withId(request);
  }
  return {
    async 'request.list'(task) {
      const requests = await listPersonRequests(await task.database());
      await record(task, 'request.list', { count: requests.length });
      return { requests: requests.map(withId) };
    },
    'request.due': async (task) => countDueRequests(await task.database(), Date.now()),
    async 'request.add'(task, typed) {
      const request = read(typed);
      const added = { ...request, _id: randomUUID(), recordedBy: usernameOf(task.actor) };
      const about = { ids: [added._id], conditions: [request.kind] };
      return run(task, 'request.add', about, async () =>
        describe(await addPersonRequest(await task.database(), added), ''),
      );
    },
    async 'request.change'(task, { id, version, ...typed }) {
      const request = read(typed);
      return runPrepared(task, 'request.change', { ids: [id] }, async () => {
        const database = await task.database();
        const before = await findPersonRequest(database, id);
        if (!before) throw new TaskError('not-found', 'There is no request with that ID.');
        if (before.closedAt)
          throw new TaskError('conflict', 'This request is closed. Reopen it first.');
        const conditions = changedFields(before, request);
        return {
          about: { conditions },
          async work() {
            const after = await changePersonRequest(database, id, version, request);
            if (!after) throw new TaskError('conflict', changedByColleague);
            return describe(after, '');
          },
        };
      });
    },
    'request.close': (task, { id, result }) =>
      run(task, 'request.close', { ids: [id], conditions: [result] }, async () => {
        const closed = { closedBy: usernameOf(task.actor), result };
        const request = await closePersonRequest(await task.database(), id, closed);
        return describe(request, 'There is no open request with that ID.');
      }),
    'request.reopen': (task, { id }) =>
      run(task, 'request.reopen', { ids: [id] }, async () => {
        const request = await reopenPersonRequest(await task.database(), id);
        return describe(request, 'There is no closed request with that ID.');
      }),
  };
}

const changedByColleague =
  'A colleague has changed this request. Cancel to see the change, or save again to replace it.';

type Typed = RequestOf<'request.add'>;
type Written = Omit<Typed, 'receivedAt'> & { receivedAt: Date };

/** @throws Problem 400 if there is neither an email address nor other contact details. */
function read({ email, receivedAt, ...typed }: Typed): Written {
  if (email === undefined && typed.contact === undefined) {
    throw new Problem(400, 'Enter an email address or other contact details.');
  }
  return { ...typed, email: email?.toLowerCase(), receivedAt: new Date(receivedAt) };
}

function changedFields(before: PersonRequest, after: Written): string[] {
  const names = ['who', 'email', 'contact', 'kind', 'receivedAt'] as const;
  return names.filter((name) => before[name]?.valueOf() !== after[name]?.valueOf());
}
