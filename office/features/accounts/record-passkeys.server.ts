import { deletePasskey, storePasskey, type Passkey } from '../../../storage/passkeys.ts';
import type { Account } from '../../../storage/users.ts';
import { run } from '../../server/run-action.ts';
import { TaskError, type DatabaseContext } from '../../server/task.ts';

/** Adds a passkey, which has been checked, to the account in whose name it is done. */
export async function addPasskey(
  context: DatabaseContext,
  account: Account,
  passkey: Omit<Passkey, 'userId' | 'createdAt'>,
): Promise<void> {
  const stores = await context.database();
  await run(context, 'passkey.add', { ids: [account.username] }, () => ({
    work: () => storePasskey(stores, { ...passkey, userId: account.id, createdAt: new Date() }),
  }));
}

/**
 * Removes a passkey from the account in whose name it is done. A TaskError says that it has no such
 * passkey.
 */
export async function removePasskey(
  context: DatabaseContext,
  account: Account,
  id: string,
): Promise<void> {
  const stores = await context.database();
  await run(context, 'passkey.remove', { ids: [account.username] }, () => ({
    async work() {
      const removed = await deletePasskey(stores, { _id: id, userId: account.id });
      if (!removed) throw new TaskError('not-found', 'You have no such passkey.');
    },
  }));
}
