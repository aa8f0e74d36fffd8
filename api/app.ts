import type { Express, RequestHandler } from 'express';

import { contactPath, contactTokenPath } from '../contract/api.ts';
import { allowMethods, createHttpApp } from '../platform/http/http-app.ts';
import { startHttpServer, type RunningServer } from '../platform/http/http-server.ts';
import { httpOptions } from '../platform/settings.ts';
import { answerProblem, wantsPage } from '../platform/http/problem.ts';
import type { Logger } from '../platform/logger.ts';
import { noticeValues, refusalValues } from './answer-pages.ts';
import type { ApiConfig } from './config.ts';
import { isNativeForm, parseBody, requireFormType } from './contact-body.ts';
import { createContext, type Context } from './context.ts';
import { localeOf, problemIn } from './locale.ts';
import { allowOrigins, refuseForeignOrigins } from './origins.ts';
import { answerRetry, issueToken, submitContact } from './submit-contact.ts';

/**
 * Starts the API. While Redis is down, the API still starts but answers enquiries with 503.
 *
 * @throws SettingsError if the page templates are missing or outdated; the system's error if the
 *   port is not available.
 */
export async function startApi(config: ApiConfig, logger: Logger): Promise<RunningServer> {
  const context = await createContext(config, logger);
  const { API_HOST: host, API_PORT: port, metrics } = config;
  const options = { host, port, metrics, ...httpOptions(config) };
  return startHttpServer(createApp(context), options, context);
}

function createApp(context: Context): Express {
  const { config, limits, pages, receipts, screener } = context;
  const { siteUrl, ALLOWED_ORIGINS } = config;
  const origins = siteUrl === '' ? ALLOWED_ORIGINS : [...ALLOWED_ORIGINS, siteUrl];
  return createHttpApp({
    ...context,
    name: 'The API',
    ...httpOptions(config),
    addRoutes(app) {
      const readOnly = allowMethods('GET', 'HEAD');
      const pagesElsewhere = allowOrigins(origins);
      app
        .route(contactPath)
        .all(pagesElsewhere)
        .get(redirectToForm(config))
        .post(
          requireFormType,
          refuseForeignOrigins(origins),
          limits.refuseKnown,
          parseBody,
          submitContact(context),
          limits.settleFailed,
          answerRetry(context),
        )
        .all(allowMethods('POST'));
      app.route(`${contactPath}/sent/:reference`).get(receipts.show).all(readOnly);
      app.route(contactTokenPath).all(pagesElsewhere).get(issueToken(screener)).all(readOnly);
    },
    async answer(request, response, english) {
      const locale = localeOf(request.body);
      const problem = problemIn(locale, english);
      const { status, headers } = problem;
      if (isNativeForm(request)) {
        const values = refusalValues(problem, request.body, await screener.issueToken());
        pages.answer(response, status, 'refusal', values, headers, locale);
      } else if (wantsPage(request)) {
        pages.answer(response, status, 'notice', noticeValues(problem), headers);
      } else answerProblem(request, response, problem);
    },
  });
}

/** `GET /api/contact`: redirects browsers to the form; other clients get the usual 405. */
function redirectToForm({ siteUrl }: ApiConfig): RequestHandler {
  return (request, response, next) => {
    if (!wantsPage(request)) next();
    else response.writeHead(303, { Location: `${siteUrl}/#contact`, 'Content-Length': 0 }).end();
  };
}
