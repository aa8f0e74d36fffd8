import type { Request } from 'express';

import type { Account } from '../../storage/users.ts';
import type { StaffDatabase } from '../accounts/staff-database.ts';

const anHour = 3_600_000;

/**
 * Records every change that is made through the board, and once an hour who can read enquiries in
 * it: the board asks again every few seconds for as long as it is open.
 */
export function auditBoard(
  database: StaffDatabase,
): (account: Account, request: Pick<Request, 'method' | 'path'>) => Promise<void> {
  const recordedAt = new Map<string, number>();
  return async ({ id, username: actor, maySeePersonalData }, { method, path }) => {
    if (method !== 'GET' && method !== 'HEAD') {
      const [, queue, ...job] = /^\/api\/queues\/(\w+)(?:\/([\w-]+)\/\w+$)?/.exec(path) ?? [];
      const ids = [queue, ...job].filter((part) => part !== undefined);
      const subject = { ids: ids.slice(-1), conditions: ids.slice(0, 1) };
      await database.use(({ audit }) => audit.record({ actor, action: 'change-queue', subject }));
      return;
    }
    if (!maySeePersonalData || Date.now() - (recordedAt.get(id) ?? 0) < anHour) return;
    await database.use(({ audit }) => audit.record({ actor, action: 'read-queue-board' }));
    recordedAt.set(id, Date.now());
  };
}
