import type { Request, Response } from 'express';

import { contactPath } from '../contract/api.ts';
import type { Company } from '../contract/company.ts';
import { answerWords, fillIn } from '../contract/words.ts';
import { Problem, tryAgainLater } from '../platform/http/problem.ts';
import { isSignature, sign, type InstallationSecret } from '../platform/installation-secret.ts';
import type { AnswerPages } from './answer-pages.ts';

/** The message for an accepted enquiry: what happens next and, if `replyWithin` is set, by when. */
export function acceptedMessage({ replyWithin: time }: Pick<Company, 'replyWithin'>): string {
  const { soon, within } = answerWords.accepted;
  return time ? fillIn(within, { time }) : soon;
}

/**
 * The receipt for visitors without JavaScript. Its URL is signed, so that nobody can link to a
 * receipt for an enquiry that was never sent.
 */
export function createReceipts(secret: InstallationSecret, pages: AnswerPages, message: string) {
  const key = () => secret.keyFor('receipts');
  function answer(response: Response, status: number, reference: string) {
    pages.answer(response, status, 'receipt', { message, reference });
  }
  return {
    message,
    /** Redirects to the receipt, or sends it directly while there is no key to sign its URL. */
    redirectTo: async (response: Response, reference: string): Promise<void> => {
      const signingKey = await key();
      if (!signingKey) {
        answer(response, 202, reference);
        return;
      }
      const signature = sign(signingKey, reference);
      const Location = `${contactPath}/sent/${reference}?signature=${signature}`;
      response.writeHead(303, { Location, 'Content-Length': 0 });
      response.end();
    },
    /** `GET /api/contact/sent/:reference`: shows the receipt. */
    show: async (request: Request, response: Response): Promise<void> => {
      const reference = String(request.params.reference);
      const { searchParams } = new URL(request.url, 'http://localhost');
      const signingKey = await key();
      if (!signingKey) {
        throw tryAgainLater(503, 'We cannot show this page at the moment.', 10, 'no secret');
      }
      if (!isSignature(signingKey, reference, searchParams.get('signature') ?? '')) {
        throw new Problem(404, 'There is no enquiry with that reference.');
      }
      answer(response, 200, reference);
    },
  };
}
