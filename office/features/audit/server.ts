import { localDay } from '../../../contract/time.ts';
import { readReference } from '../../../contract/read-reference.ts';
import { Problem } from '../../../packages/server/http.ts';
import type { RequestOf } from '../../office-api.ts';
import { endMoment, firstMoment } from '../../days.ts';
import {
  describeRecord,
  exportAuditTrail,
  readAuditTrail,
  type AuditSearch,
} from './read-audit-trail.server.ts';
import { readCursor, writeCursor } from '../../enquiries/lists.server.ts';
import { routesFor, sendPieces, type Route } from '../../server/route.ts';

/** The routes of the audit trail. Rights and schemas are in `actions.ts`. */
export function auditTrailRoutes(): Route[] {
  return routesFor({
    async 'audit.search'(task, { limit, cursor, ...wanted }) {
      const position = cursor === undefined ? undefined : readCursor(cursor);
      if (cursor !== undefined && !position) throw new Problem(400, 'There is no such page.');
      const after = position && { at: position.createdAt, _id: position.id };
      const search = readSearch(wanted);
      const { records, total, end } = await readAuditTrail(task, { ...search, limit, after });
      return {
        records: records.map(describeRecord),
        total,
        nextCursor: end ? writeCursor({ createdAt: end.at, _id: end._id }) : null,
      };
    },
    'audit.export'(task, wanted, response) {
      const name = `audit-${localDay(new Date())}.csv`;
      return sendPieces(response, name, 'csv', exportAuditTrail(task, readSearch(wanted)));
    },
  });
}

function readSearch({ reference, from, to, ...others }: RequestOf<'audit.export'>): AuditSearch {
  return {
    ...(reference && { reference: readReference(reference) ?? reference }),
    ...others,
    ...(from && { from: firstMoment.parse(from) }),
    ...(to && { to: endMoment.parse(to) }),
  };
}
