import express, { type Express } from 'express';

import {
  contactPath,
  contactSubmissionsPath,
  contactTokenPath,
  openApiPath,
  queueBoardPath,
} from '../contract/api.ts';
import { queueBoard } from './board/queue-board.ts';
import type { Context } from './context.ts';
import { allowMethods } from './middleware/allow-methods.ts';
import { allowOrigins } from './middleware/allow-origins.ts';
import { handleError } from './middleware/handle-error.ts';
import { limitRate } from './middleware/limit-rate.ts';
import { logRequests } from './middleware/log-requests.ts';
import { parseBody } from './middleware/parse-body.ts';
import { refuseForeignOrigins } from './middleware/refuse-foreign-origins.ts';
import { requireFormType } from './middleware/require-form-type.ts';
import { requireStaff } from './middleware/require-staff.ts';
import { setHeaders } from './middleware/set-headers.ts';
import { siteOf } from './pages/site.ts';
import { Problem } from './problem.ts';
import { checkHealth } from './routes/check-health.ts';
import { checkReadiness } from './routes/check-readiness.ts';
import { describeApi } from './routes/describe-api.ts';
import { issueToken } from './routes/issue-token.ts';
import { listSubmissions } from './routes/list-submissions.ts';
import { showSent } from './routes/show-sent.ts';
import { showSubmission } from './routes/show-submission.ts';
import { submitContact } from './routes/submit-contact.ts';

/** The API's operations, apart from listening. */
export function createApp(context: Context): Express {
  const { config, logger, metrics, rateLimiter, screener, staff } = context;
  const site = siteOf(config);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', config.TRUSTED_PROXY_HOPS);

  app.use(logRequests(logger, metrics));
  app.use(setHeaders);
  app.use(allowOrigins(config.ALLOWED_ORIGINS));

  app
    .route(contactPath)
    .post(
      requireFormType,
      refuseForeignOrigins([...config.ALLOWED_ORIGINS, ...ownOrigin(config.siteUrl)]),
      limitRate(rateLimiter, metrics),
      parseBody,
      submitContact(context),
    )
    .all(allowMethods('POST'));
  app.route(`${contactPath}/sent/:reference`).get(showSent(site)).all(allowMethods('GET', 'HEAD'));
  app.route(contactTokenPath).get(issueToken(screener)).all(allowMethods('GET', 'HEAD'));
  const readers = requireStaff(staff.authenticate, { personalData: true });
  app
    .route(contactSubmissionsPath)
    .get(readers, listSubmissions(staff))
    .all(allowMethods('GET', 'HEAD'));
  app
    .route(`${contactSubmissionsPath}/:id`)
    .get(readers, showSubmission(staff))
    .all(allowMethods('GET', 'HEAD'));
  app.use(
    queueBoardPath,
    requireStaff(staff.authenticate, { personalData: false }),
    queueBoard(context),
  );
  app.route(openApiPath).get(describeApi()).all(allowMethods('GET', 'HEAD'));
  app.route('/healthz').get(checkHealth).all(allowMethods('GET', 'HEAD'));
  app.route('/readyz').get(checkReadiness(context)).all(allowMethods('GET', 'HEAD'));

  app.use(() => {
    throw new Problem(404, 'There is nothing at this address.');
  });
  app.use(handleError(site, logger, screener));
  return app;
}

function ownOrigin(siteUrl: string): string[] {
  return siteUrl === '' ? [] : [new URL(siteUrl).origin];
}
