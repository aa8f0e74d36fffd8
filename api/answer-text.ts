import type { Response } from 'express';

/** Answers with one plain sentence. */
export function answerText(response: Response, status: number, sentence: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(sentence),
  });
  response.end(sentence);
}
