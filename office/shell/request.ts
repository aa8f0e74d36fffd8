import { accountHeader, type Action } from '../action.ts';
import { officeApi, type ActionName } from '../office-api.ts';

const timeoutMs = 30_000;

/** A request that failed or got no response. The message is shown to the user. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: number;
  /** Further members of the response, such as the `refused` changes of a conflict. */
  readonly details: Record<string, unknown>;

  constructor(status: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export interface RequestOptions {
  /** Whether a 401 is expected, as before a sign-in. If so, it does not open the sign-in dialog. */
  anonymous?: boolean;
  signal?: AbortSignal;
  /** The timeout in milliseconds for the complete response; by default 30 seconds. */
  timeout?: number;
}

/** Whether a request failed because the connection, the server or a store is down. */
export function isDown(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status >= 502);
}

/** Whether a change failed because a colleague made one first, so this page is out of date. */
export function isConflict(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 409;
}

/** Why the user has to sign in again: the session ended, or the action needs a recent sign-in. */
export type SignInReason = 'ended' | 'confirm';

let signInAgain: ((why: SignInReason) => Promise<boolean>) | undefined;
let onAnswer: (() => void) | undefined;
let shownAccount: string | undefined;

interface SessionHandlers {
  /** The account that the page shows. */
  username: string;
  /** Asks the user to sign in again. If it resolves to true, the failed request is retried. */
  signInAgain: (why: SignInReason) => Promise<boolean>;
  /** Called after each successful request that extends the session. */
  onAnswer: () => void;
}

/** Sets what requests need from the session, or clears it. */
export function setSessionHandlers(handlers?: SessionHandlers): void {
  signInAgain = handlers?.signInAgain;
  onAnswer = handlers?.onAnswer;
  shownAccount = handlers?.username;
}

/**
 * Sends the request of an action with the session's cookie.
 *
 * @throws RequestError with a message for the user. Its status is 0 if there was no response.
 */
export async function request(
  name: ActionName,
  body: unknown,
  options: RequestOptions = {},
): Promise<Response> {
  const { anonymous = officeApi[name].right === 'anybody' } = options;
  const attempt = () => send(name, body, options, anonymous ? undefined : shownAccount);
  let response = await attempt();
  if (response.status === 401 && !anonymous) {
    const challenge = response.headers.get('www-authenticate') ?? '';
    const why = challenge.includes('insufficient_user_authentication') ? 'confirm' : 'ended';
    if (await signInAgain?.(why)) response = await attempt();
  }
  if (!response.ok) throw await describe(response);
  const { automatic = false }: Action = officeApi[name];
  if (!anonymous && !automatic) onAnswer?.();
  return response;
}

async function send(
  name: ActionName,
  body: unknown,
  options: RequestOptions,
  username?: string,
): Promise<Response> {
  const { method, path } = officeApi[name];
  const { signal } = options;
  const timeout = AbortSignal.timeout(options.timeout ?? timeoutMs);
  try {
    return await fetch(path, {
      method,
      credentials: 'include',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(username === undefined ? {} : { [accountHeader]: username }),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const sentence = timeout.aborted
      ? 'The server took too long to respond.'
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

/** The message that the user sees for an error. */
export function wordsOf(error: unknown): string {
  return error instanceof RequestError
    ? error.message
    : 'Something went wrong on this page. Please reload it.';
}
