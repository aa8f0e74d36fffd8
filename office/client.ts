import { accountHeader, officeApiPath } from './paths.ts';
import type { ActionName, InputOf, OutputOf } from './api.ts';

const timeoutMs = 30_000;
/** The timeout in milliseconds for a file, which is streamed while it is generated. */
const fileTimeoutMs = 90_000;

/** A request that failed or got no response. The message is shown to the user. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether a request failed because the connection, the server or a store is down. */
export function isDown(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status >= 502);
}

/** Whether a change failed because a colleague made one first, so this page is out of date. */
export function isConflict(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 409;
}

export function wordsOf(error: unknown): string {
  return error instanceof RequestError
    ? error.message
    : 'Something went wrong on this page. Please reload it.';
}

/** Milliseconds between retries while the server is down; otherwise false, for no retry. */
export const retryWhileDown = ({ state }: { state: { error: Error | null } }): number | false =>
  isDown(state.error) && 10_000;

/** Why the user has to sign in again: the session ended, or the action needs a recent sign-in. */
export type SignInReason = 'ended' | 'confirm';

interface Account {
  username: string;
  /** Asks the user to sign in again. If it resolves to true, the failed request is retried. */
  signInAgain: (why: SignInReason) => Promise<boolean>;
}

let shownAccount: Account | undefined;

export function setAccount(account?: Account): void {
  shownAccount = account;
}

export interface RequestOptions {
  /** Whether a 401 is expected, as before a sign-in. If so, it does not open the sign-in dialog. */
  anonymous?: boolean;
  signal?: AbortSignal;
  /** The timeout in milliseconds for the complete response; by default 30 seconds. */
  timeout?: number;
}

/** @throws RequestError with a message for the user. Its status is 0 if there was no response. */
async function request(
  path: string,
  input: object,
  options: RequestOptions = {},
): Promise<Response> {
  const { anonymous = false } = options;
  const attempt = () => send(path, input, options, anonymous ? undefined : shownAccount?.username);
  let response = await attempt();
  if (response.status === 401 && !anonymous) {
    const challenge = response.headers.get('www-authenticate') ?? '';
    const why = challenge.includes('insufficient_user_authentication') ? 'confirm' : 'ended';
    if (await shownAccount?.signInAgain(why)) response = await attempt();
  }
  if (!response.ok) throw await describe(response);
  return response;
}

async function send(
  path: string,
  input: object,
  { signal, timeout = timeoutMs }: RequestOptions,
  username?: string,
): Promise<Response> {
  const limit = AbortSignal.timeout(timeout);
  try {
    return await fetch(path, {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(username === undefined ? {} : { [accountHeader]: username }),
      },
      body: JSON.stringify(input),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const sentence = limit.aborted
      ? 'The server took too long to respond.'
      : 'The server could not be reached. Please check your connection.';
    throw new RequestError(0, sentence);
  }
}

async function describe(response: Response): Promise<RequestError> {
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  if (!isProblem) return new RequestError(response.status, text || response.statusText);
  const { detail } = JSON.parse(text) as { detail: string };
  return new RequestError(response.status, detail);
}

async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError(0, 'The connection was interrupted.');
  }
}

/** The server has checked the answer. @throws RequestError with a message for the user. */
export async function call<Name extends ActionName>(
  name: Name,
  input: InputOf<Name>,
  options: RequestOptions = {},
): Promise<OutputOf<Name>> {
  const response = await request(`${officeApiPath}/${name}`, input, options);
  return (await readJson(response, options.signal)) as OutputOf<Name>;
}

/** Saves the file that an action answers, and returns the name that the server gave it. */
export async function save(path: string, input: object): Promise<string> {
  const response = await request(path, input, { timeout: fileTimeoutMs });
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
