import type { RequestHandler } from 'express';

import { readVersion } from '../../platform/version.ts';
import { describeOpenApi } from '../description/openapi.ts';

/** `GET /api/openapi.json`: what the API takes and answers. */
export function describeApi(): RequestHandler {
  const description = describeOpenApi(readVersion());
  return (_request, response) => {
    response.json(description);
  };
}
