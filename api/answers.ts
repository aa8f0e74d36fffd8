import type { Request, Response } from 'express';
import type { ServerResponse } from 'node:http';

import { notSentPath, sentPath, type ContactAccepted } from '#contract/api.ts';
import { referenceOf } from '#contract/reference.ts';
import { answerWords } from '#contract/words.ts';
import { firm } from '#firm/firm.ts';
import { answer, answerProblem, wantsJson, type Problem } from '#server/http.ts';
import { bodyType, formType } from './body.ts';
import { InvalidForm } from './read-enquiry.ts';

export type Answers = ReturnType<typeof createAnswers>;

/** Answers enquiries: programs with JSON or a sentence, forms without JavaScript with a page. */
export function createAnswers(siteUrl: string) {
  const { soon, within } = answerWords.accepted;
  const message = firm.replyWithin ? within.replace('{time}', firm.replyWithin) : soon;
  const redirect = (response: ServerResponse, path: string) =>
    answer(response, 303, '', { Location: `${siteUrl}${path}` });
  return {
    accept(request: Request, response: Response, id: string): void {
      const reference = referenceOf(id);
      if (isNativeForm(request)) {
        redirect(response, `${sentPath}#${reference}`);
        return;
      }
      const accepted: ContactAccepted = { message, reference };
      const type = { 'Content-Type': 'application/json; charset=utf-8' };
      answer(response, 202, JSON.stringify(accepted), type);
    },
    refuse(request: Request, response: ServerResponse, problem: Problem): void {
      if (!isNativeForm(request)) {
        answerProblem(request, response, problem);
        return;
      }
      const [field] = problem instanceof InvalidForm ? Object.keys(problem.errors) : [];
      redirect(response, `${notSentPath}#${field ?? problem.status}`);
    },
  };
}

/** Whether a browser posted the form without JavaScript. The answer must then be a page. */
function isNativeForm(request: Request): boolean {
  return request.method === 'POST' && bodyType(request) === formType && !wantsJson(request);
}
