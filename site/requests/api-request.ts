import { apiUrl } from './api-url.ts';
import { NetworkError } from './network-error.ts';

export const REQUEST_TIMEOUT_MS = 30_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Sends a request with cookies and, if there is a body, as JSON; throws unless the answer is OK. */
export async function apiRequest(
  method: Method,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await send(url, {
    method,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await refuseUnlessOk(response);
  return response;
}

/** A request with credentials and a time limit, whose failures are told in plain words. */
export async function send(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(apiUrl(url), {
      ...options,
      credentials: 'include',
      signal: timeLimit(),
    });
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** Not AbortSignal.timeout, without which older browsers could send nothing. */
function timeLimit(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), REQUEST_TIMEOUT_MS);
  return controller.signal;
}

/** Throws `{status}: {body}`, or the status text where the body is empty. */
export async function refuseUnlessOk(response: Response): Promise<void> {
  if (response.ok) return;
  const text = (await response.text()) || response.statusText;
  throw new Error(`${response.status}: ${text}`);
}
