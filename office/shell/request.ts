import type * as z from 'zod/mini';

const timeoutMs = 30_000;
/** Files are streamed while they are generated. */
const fileTimeoutMs = 90_000;

/** An unsuccessful response. Its message is shown to the user. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: number;
  /** Further members of the response, such as both versions of a conflict. */
  readonly details: Record<string, unknown>;

  constructor(status: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

interface RequestOptions<Schema extends z.ZodMiniType> {
  method?: 'GET' | 'POST';
  body?: unknown;
  /** The schema of the response; without it the body is not read. */
  schema?: Schema;
  /** Treats a 401 as a normal response, because nobody has signed in yet. */
  anonymous?: boolean;
  signal?: AbortSignal;
  /** Milliseconds for the complete response. */
  timeout?: number;
}

/** Whether the connection, the server or a store is down, which is temporary. */
export function isAway(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status >= 502);
}

/** Whether a colleague changed it first, so that this page is out of date. */
export function isConflict(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 409;
}

let signInAgain: (() => Promise<boolean>) | undefined;
let onAnswer: (() => void) | undefined;

/**
 * Sets the handler for an ended session, which resolves to true once the user has signed in again;
 * the request is then retried. `answered` is called after each response to a signed-in request.
 */
export function onSessionEnd(again: typeof signInAgain, answered: typeof onAnswer): void {
  signInAgain = again;
  onAnswer = answered;
}

/**
 * Sends a request with the session's cookie, with JSON in both directions.
 *
 * @throws RequestError with a message for the user; its status is 0 without a response.
 */
export async function request<Schema extends z.ZodMiniType>(
  path: string,
  options: RequestOptions<Schema> = {},
): Promise<z.output<Schema>> {
  const response = await ask(path, options);
  if (!options.schema) return undefined as z.output<Schema>;
  return options.schema.parse(await response.json());
}

/**
 * Downloads a file, which the browser saves under the name from the server. Returns that name.
 *
 * @throws RequestError like `request`.
 */
export async function download(path: string, body: unknown): Promise<string> {
  const response = await ask(path, { method: 'POST', body, timeout: fileTimeoutMs });
  const content = await response.blob().catch(() => {
    throw new RequestError(0, 'The download was incomplete. Please try again.');
  });
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = named?.[1] ?? 'file';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return link.download;
}

async function ask(path: string, options: RequestOptions<z.ZodMiniType>): Promise<Response> {
  const { anonymous = false } = options;
  let response = await send(path, options);
  if (response.status === 401 && !anonymous && (await signInAgain?.())) {
    response = await send(path, options);
  }
  if (!response.ok) throw await describe(response);
  if (!anonymous) onAnswer?.();
  return response;
}

async function send(path: string, options: RequestOptions<z.ZodMiniType>): Promise<Response> {
  const { method = 'GET', body, signal } = options;
  const timeout = AbortSignal.timeout(options.timeout ?? timeoutMs);
  try {
    return await fetch(path, {
      method,
      credentials: 'include',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const sentence = timeout.aborted
      ? 'The server took too long to answer.'
      : 'The server could not be reached. Please check your connection.';
    throw new RequestError(0, sentence);
  }
}

async function describe(response: Response): Promise<RequestError> {
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  if (!isProblem) return new RequestError(response.status, text || response.statusText);
  const { detail, ...details } = JSON.parse(text) as { detail: string } & Record<string, unknown>;
  return new RequestError(response.status, detail, details);
}

/** The message of any error. */
export function wordsOf(error: unknown): string {
  return error instanceof RequestError
    ? error.message
    : 'Something went wrong on this page. Please reload it.';
}
