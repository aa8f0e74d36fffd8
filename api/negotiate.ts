import type { Request } from 'express';

export const formType = 'application/x-www-form-urlencoded';
export const jsonType = 'application/json';

/** The media type of a request's body, in lower case and without parameters. */
export function bodyType(request: Pick<Request, 'headers'>): string {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
}

/** Whether the client asked for JSON; a client that takes anything did not. */
export function wantsJson(request: Request): boolean {
  const types = ['text/plain', 'text/html', jsonType, 'application/problem+json'];
  const best = request.accepts(types);
  return best === jsonType || best === 'application/problem+json';
}

/** Whether a browser posted the form by itself, so that the answer becomes the visitor's page. */
export function isNativeForm(request: Request): boolean {
  return request.method === 'POST' && bodyType(request) === formType && !wantsJson(request);
}
