import type { Response } from 'express';

import { styleHash } from './style.ts';

const policy = [
  "default-src 'none'",
  `style-src ${styleHash}`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers with a whole HTML document. */
export function answerPage(
  response: Response,
  status: number,
  page: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    ...headers,
    'Content-Security-Policy': policy,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
  });
  response.end(page);
}
