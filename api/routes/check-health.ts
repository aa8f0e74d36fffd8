import type { Request, Response } from 'express';

import { answerText } from '../answer-text.ts';

/** `GET /healthz`: the process runs. */
export function checkHealth(_request: Request, response: Response): void {
  answerText(response, 200, 'The API runs.');
}
