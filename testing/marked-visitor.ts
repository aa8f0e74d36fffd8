import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';

import { createMarkedEnquiry, type Enquiry } from './enquiry.ts';
import type { Service } from './service.ts';

/** Somebody who sends a mark in every value there is, and keeps all that comes back. */
export interface MarkedVisitor {
  /** Stands in every value that is typed or sent, and nowhere else. */
  mark: string;
  form: (change?: Partial<Enquiry>) => Enquiry;
  /** Posts a body to the API. Returns the status. */
  post: (api: Service, body: string, headers?: Record<string, string>) => Promise<number>;
  get: (url: string) => Promise<number>;
  /** Fails if the mark stands in anything that was answered or given here. */
  expectNoMark: (...texts: string[]) => void;
}

export function createMarkedVisitor(): MarkedVisitor {
  const mark = `zqx${randomUUID().slice(0, 8)}`;
  const answers: string[] = [];

  async function keep(response: Response): Promise<number> {
    const text = await response.text();
    // The form's own page gives visitors back what they typed; no other answer does.
    if (!/html/.test(response.headers.get('content-type') ?? '')) answers.push(text);
    answers.push(...[...response.headers].flat());
    return response.status;
  }

  return {
    mark,
    form: (change = {}) => createMarkedEnquiry(mark, change),
    async post(api, body, headers = {}) {
      const response = await fetch(`${api.url}/api/contact`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': `${mark}-${randomUUID()}`,
          'User-Agent': mark,
          'X-Form-Signals': `v1;t=${mark};h=0`,
          ...headers,
        },
        body,
        redirect: 'manual',
      });
      return keep(response);
    },
    get: async (url) => keep(await fetch(url)),
    expectNoMark(...texts) {
      for (const text of [...answers, ...texts]) expect(text.toLowerCase()).not.toContain(mark);
    },
  };
}
