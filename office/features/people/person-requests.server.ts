import { randomUUID } from 'node:crypto';

import {
  addPersonRequest,
  closePersonRequest,
  listPersonRequests,
  type PersonRequest,
} from '../../../storage/person-requests.ts';
import { record, run } from '../../server/run-action.ts';
import { TaskError, usernameOf, type DatabaseContext } from '../../server/task.ts';

/** The register of requests by due date. Reading it is recorded. */
export async function readRequests(context: DatabaseContext): Promise<PersonRequest[]> {
  const requests = await listPersonRequests(await context.database());
  await record(context, 'request.list', { count: requests.length });
  return requests;
}

/** Adds a data subject request to the register. */
export async function addRequest(
  context: DatabaseContext,
  request: Pick<PersonRequest, 'who' | 'email' | 'kind' | 'receivedAt'>,
): Promise<PersonRequest> {
  const database = await context.database();
  const _id = randomUUID();
  const subject = { ids: [_id], conditions: [request.kind] };
  return run(context, 'request.add', subject, () =>
    addPersonRequest(database, {
      ...request,
      email: request.email.toLowerCase(),
      _id,
      recordedBy: usernameOf(context.actor),
    }),
  );
}

/**
 * Closes a request with its result.
 *
 * @throws TaskError if no open request has the id.
 */
export async function closeRequest(
  context: DatabaseContext,
  { id, result }: { id: string; result: Required<PersonRequest>['result'] },
): Promise<PersonRequest> {
  const database = await context.database();
  const closedBy = usernameOf(context.actor);
  return run(context, 'request.close', { ids: [id], conditions: [result] }, async () => {
    const closed = await closePersonRequest(database, id, { closedBy, result });
    if (!closed) throw new TaskError('not-found', 'There is no open request with that id.');
    return closed;
  });
}
