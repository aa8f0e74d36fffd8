import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Queue } from 'bullmq';
import type { Express } from 'express';

import { queueBoardPath } from '../../contract/api.ts';
import { refusalOf } from './board-actions.ts';
import { renderBoardPage } from './board-page.ts';
import { maskJobData } from './mask-job-data.ts';

export interface BoardOptions {
  queues: readonly Queue[];
  /** Whether jobs show what visitors typed, and may be removed. */
  personalData: boolean;
}

/** A board over the queues, as an application to be mounted. */
export function createBoard({ queues, personalData }: BoardOptions): Express {
  const server = new ExpressAdapter();
  server.setBasePath(queueBoardPath);
  createBullBoard({
    queues: queues.map((queue) => {
      const adapter = new BullMQAdapter(queue);
      if (!personalData) adapter.setFormatter('data', maskJobData);
      return adapter;
    }),
    serverAdapter: server,
    options: {
      uiConfig: { boardTitle: 'Queues', hideDocsLink: true },
      handlerHooks: {
        async before({ method, route }) {
          const refusal = method === 'get' ? undefined : refusalOf(route, personalData);
          return refusal ? { allow: false, status: 403, message: refusal } : undefined;
        },
      },
    },
  });
  const app = server.getRouter() as Express;
  app.disable('x-powered-by');
  app.disable('etag');
  app.engine('ejs', renderBoardPage);
  return app;
}
