import { formWords } from '#contract/page-words.ts';

const REQUEST_TIMEOUT_MS = 30_000;

/** Sends a request with cookies and an optional JSON body; throws unless the response is OK. */
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

/** Waits 30 seconds at most. @throws NetworkError if there is no response. */
export async function send(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(apiUrl(url), { ...options, credentials: 'include', signal: timeout() });
  } catch (error) {
    throw new NetworkError(reasonOf(error), { cause: error });
  }
}

/** Replaces AbortSignal.timeout, which older browsers lack. */
function timeout(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), REQUEST_TIMEOUT_MS);
  return controller.signal;
}

/** @throws Error `{status}: {body}` unless the response is OK; without a body, the status text. */
export async function refuseUnlessOk(response: Response): Promise<void> {
  if (response.ok) return;
  const text = (await response.text().catch(() => '')) || response.statusText;
  throw new Error(`${response.status}: ${text}`);
}

/** The URL of an API path; absolute if the API has its own origin. */
export function apiUrl(path: string): string {
  const base = (import.meta.env.API_URL as string | undefined) ?? '';
  return /^https?:/.test(path) ? path : `${base.replace(/\/$/, '')}${path}`;
}

/** The request got no response. The message is for the visitor. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  readonly reason: keyof typeof formWords.network;

  constructor(reason: NetworkError['reason'], options: ErrorOptions) {
    super(formWords.network[reason], options);
    this.reason = reason;
  }
}

function reasonOf(cause: unknown): NetworkError['reason'] {
  // Only the timeout aborts requests.
  if (cause instanceof Error && cause.name === 'AbortError') return 'timeout';
  return navigator.onLine ? 'unreachable' : 'offline';
}
