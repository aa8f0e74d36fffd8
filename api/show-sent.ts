import type { Request, Response } from 'express';

import { contactPath } from '../contract/api.ts';
import { replyTime, type Company } from '../contract/company.ts';
import { Problem, tryAgainLater } from '../platform/http/problem.ts';
import { isSignature, sign, type InstallationSecret } from '../platform/installation-secret.ts';
import type { AnswerPages } from './answer-pages.ts';

/** What happens next, and by when. Shown to the visitor, beside the reference, once the enquiry is stored. */
export function acceptedMessage(company: Pick<Company, 'replyWithin'>): string {
  const next = `A member of our team will read your message and reply by email${replyTime(company)}.`;
  const otherwise = company.replyWithin ? ' If you hear nothing by then, please phone us.' : '';
  return `Thank you for getting in touch. ${next}${otherwise}`;
}

/**
 * The receipt for visitors without JavaScript. Its URL is signed, so that nobody can link to a
 * receipt for an enquiry that was never sent.
 */
export function createReceipts(secret: InstallationSecret, pages: AnswerPages, message: string) {
  const key = () => secret.keyFor('receipts');
  const receipt = (reference: string) => ({ message, reference });
  return {
    message,
    /** Redirects to the receipt, or sends it directly while there is no key to sign its URL. */
    redirectTo: async (response: Response, reference: string): Promise<void> => {
      const signingKey = await key();
      if (!signingKey) {
        pages.answer(response, 202, 'receipt', receipt(reference));
        return;
      }
      const signature = sign(signingKey, reference);
      const Location = `${contactPath}/sent/${reference}?signature=${signature}`;
      response.writeHead(303, { Location, 'Content-Length': 0 });
      response.end();
    },
    /** `GET /api/contact/sent/:reference` */
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
      pages.answer(response, 200, 'receipt', receipt(reference));
    },
  };
}
