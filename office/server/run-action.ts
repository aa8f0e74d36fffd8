import type { Action } from '../action.ts';
import { ruleOf, type AuditAction } from '../features/audit/audit-words.ts';
import { refusalOf } from '../rights.ts';
import type { AuditSubject, StartedAction } from '../../storage/audit-trail.ts';
import { TaskError, type Actor, type DatabaseContext } from './task.ts';

/** Milliseconds for which entering a password or using a passkey counts as recent. */
export const recently = 600_000;

/** Whether the actor has recently entered the password or used a passkey. */
function isRecent({ authenticatedAt }: Pick<Actor, 'authenticatedAt'>): boolean {
  return Number(authenticatedAt) > Date.now() - recently;
}

/**
 * Requires a right, and for some actions a recent sign-in. This is the one place that asks for
 * rights (rights.ts): pages, the queue board and commands, before they read anything.
 *
 * @throws TaskError with the failure `denied` or `unconfirmed`.
 */
export function requireRight(
  actor: Omit<Actor, 'actor'>,
  { right, recent = false }: Pick<Action, 'right' | 'recent'>,
  who = 'Your account',
): void {
  const refusal = refusalOf(actor, right, who);
  if (refusal !== undefined) throw new TaskError('denied', refusal);
  // A token needs no recent sign-in, because it was created for this purpose.
  if (recent && actor.scope === undefined && !isRecent(actor)) {
    throw new TaskError('unconfirmed', 'Please enter your password or use a passkey again.');
  }
}

/** Additions to the record of a running action. */
interface ActionRecord extends Pick<StartedAction, 'include'> {
  /** How many items of each type have been changed so far. */
  counts?: Record<string, number>;
}

type Work<Result> = (record: ActionRecord) => Promise<Result>;

/** Runs an action that changes something: checks the right, and records its start and outcome. */
export function run<Result>(
  context: DatabaseContext,
  action: AuditAction,
  about: Partial<AuditSubject>,
  work: Work<Result>,
): Promise<Result> {
  return runPrepared(context, action, about, () => Promise.resolve({ work }));
}

interface Prepared<Result> {
  /** The parts of the record that are known only after the preparation. */
  about?: Partial<AuditSubject>;
  work: Work<Result>;
}

/**
 * Checks the right, runs the read-only preparation, then runs the action. A TaskError during the
 * preparation is recorded as refused, unless a store is unavailable.
 */
export async function runPrepared<Result>(
  context: DatabaseContext,
  action: AuditAction,
  about: Partial<AuditSubject>,
  prepare: () => Promise<Prepared<Result>>,
): Promise<Result> {
  requireRight(context, ruleOf(action));
  const start = async (subject: Partial<AuditSubject>) =>
    (await context.database()).audit.start({ ...actorOf(context), action, subject });
  let prepared: Prepared<Result>;
  try {
    prepared = await prepare();
  } catch (error) {
    if (error instanceof TaskError && error.failure !== 'unavailable') {
      await (await start(about)).end('refused');
    }
    throw error;
  }
  const started = await start({ ...about, ...prepared.about });
  const actionRecord: ActionRecord = { include: started.include };
  let result: Result;
  try {
    result = await prepared.work(actionRecord);
  } catch (error) {
    // If this fails too, the record still says that the action was started.
    await started.end('failed', actionRecord.counts).catch(() => undefined);
    throw error;
  }
  await started.end('done', actionRecord.counts);
  return result;
}

/**
 * Checks the right, and records an action that changes nothing, or only a session. Must be called
 * before the response is sent.
 */
export async function record(
  context: DatabaseContext,
  action: AuditAction,
  subject: Partial<AuditSubject>,
): Promise<void> {
  requireRight(context, ruleOf(action));
  await (await context.database()).audit.record({ ...actorOf(context), action, subject });
}

/**
 * Records a refusal. Refusals of the same kind within ten minutes share a record that counts them.
 */
export async function recordRefusal(
  context: DatabaseContext,
  action: AuditAction,
  subject: Partial<AuditSubject>,
): Promise<void> {
  await (await context.database()).audit.refuse({ ...actorOf(context), action, subject });
}

/** The fields of a record that identify the actor. */
export function actorOf({ actor, accountId, network, device }: Actor) {
  return {
    ...{ actor, accountId },
    ...(network ? { network } : {}),
    ...(device ? { device } : {}),
  };
}
