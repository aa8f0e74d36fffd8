import { refusalOf, type Right } from '../rights.ts';
import type { AuditSubject } from '../../storage/audit-trail.ts';
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
  { right, recent = false }: { right: Right | 'anybody'; recent?: boolean | undefined },
  who = 'Your account',
): void {
  const refusal = refusalOf(actor, right, who);
  if (refusal !== undefined) throw new TaskError('denied', refusal);
  // A token needs no recent sign-in, because it was created for this purpose.
  if (recent && actor.scope === undefined && !isRecent(actor)) {
    throw new TaskError('unconfirmed', 'Please enter your password or use a passkey again.');
  }
}

/**
 * Records a refusal. Refusals of the same kind within ten minutes share a record that counts them.
 */
export async function recordRefusal(
  context: DatabaseContext,
  action: 'account.denied' | 'session.fail-sign-in',
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
