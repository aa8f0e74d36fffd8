import type { RequestHandler } from 'express';

import { queueBoardPath } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import { setRoute } from '../middleware/log-requests.ts';
import { staffOf } from '../middleware/require-staff.ts';
import { auditBoard } from './audit-board.ts';
import { boardPolicy } from './board-page.ts';
import { createBoard } from './create-board.ts';

/** The queues as staff see them: with what visitors typed only for those who may read it. */
export function queueBoard({ queues, staff }: Pick<Context, 'queues' | 'staff'>): RequestHandler {
  const full = createBoard({ queues, personalData: true });
  const masked = createBoard({ queues, personalData: false });
  const audit = auditBoard(staff.database);
  return async (request, response, next) => {
    const account = staffOf(response);
    setRoute(response, queueBoardPath);
    await audit(account, request);
    response.setHeader('Content-Security-Policy', boardPolicy);
    const board = account.maySeePersonalData ? full : masked;
    board(request, response, next);
  };
}
