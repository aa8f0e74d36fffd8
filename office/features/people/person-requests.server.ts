import { randomUUID } from 'node:crypto';

import {
  addPersonRequest,
  closePersonRequest,
  listPersonRequests,
  type PersonRequest,
} from '../../../storage/person-requests.ts';
import { audit, auditChange } from '../../server/audit.ts';
import { TaskError, usernameOf, type DatabaseContext } from '../../server/task.ts';

/** The register of requests, the one that is due first at the beginning. Reading it is recorded. */
export async function readRequests(context: DatabaseContext): Promise<PersonRequest[]> {
  const requests = await listPersonRequests(await context.database());
  await audit(context, 'request.list', { count: requests.length });
  return requests;
}

/** Adds a request of a person to the register. */
export async function addRequest(
  context: DatabaseContext,
  request: Pick<PersonRequest, 'who' | 'email' | 'kind' | 'receivedAt'>,
): Promise<PersonRequest> {
  const database = await context.database();
  const _id = randomUUID();
  const subject = { ids: [_id], conditions: [request.kind] };
  return auditChange(context, 'request.add', subject, () =>
    addPersonRequest(database, {
      ...request,
      email: request.email.toLowerCase(),
      _id,
      recordedBy: usernameOf(context.actor),
    }),
  );
}

/** Closes a request with its result. A TaskError says that there is none that is open. */
export async function closeRequest(
  context: DatabaseContext,
  { id, result }: { id: string; result: Required<PersonRequest>['result'] },
): Promise<PersonRequest> {
  const database = await context.database();
  const closedBy = usernameOf(context.actor);
  return auditChange(context, 'request.close', { ids: [id], conditions: [result] }, async () => {
    const closed = await closePersonRequest(database, id, { closedBy, result });
    if (!closed) throw new TaskError('not-found', 'There is no open request with that id.');
    return closed;
  });
}
