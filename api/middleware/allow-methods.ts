import type { RequestHandler } from 'express';

import { Problem } from '../problem.ts';

/** Ends a route: says which methods it has, and refuses the others. */
export function allowMethods(...methods: string[]): RequestHandler {
  const allow = [...methods, 'OPTIONS'].join(', ');
  return (request, response) => {
    if (request.method !== 'OPTIONS') {
      throw new Problem(405, `This address takes only ${methods.join(' and ')} requests.`, {
        headers: { Allow: allow },
      });
    }
    response.writeHead(204, { Allow: allow });
    response.end();
  };
}
