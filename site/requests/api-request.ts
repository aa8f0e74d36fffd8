const REQUEST_TIMEOUT_MS = 30_000;

/** Sends a request with cookies and, if there is a body, as JSON; throws unless the answer is OK. */
export async function apiRequest(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
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

/** A request with credentials and a timeout, whose failures are told in plain words. */
export async function send(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(apiUrl(url), { ...options, credentials: 'include', signal: timeout() });
  } catch (error) {
    throw new NetworkError(explain(error), { cause: error });
  }
}

/** Not AbortSignal.timeout, without which older browsers could send nothing. */
function timeout(): AbortSignal {
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

/** The full address of an API path where the API has an origin of its own, else the path. */
export function apiUrl(path: string): string {
  const base = (import.meta.env.VITE_API_URL as string | undefined) ?? '';
  return /^https?:/.test(path) ? path : `${base.replace(/\/$/, '')}${path}`;
}

/** A request that got no answer; its message is for the visitor. */
class NetworkError extends Error {
  override name = 'NetworkError';
}

function explain(cause: unknown): string {
  // Nothing but the timeout aborts a request.
  if (cause instanceof DOMException && cause.name === 'AbortError')
    return 'The server took too long to answer. Please try again in a moment.';
  return navigator.onLine
    ? 'We could not reach the server. Please check your connection and try again.'
    : 'You appear to be offline. Please check your connection and try again.';
}
