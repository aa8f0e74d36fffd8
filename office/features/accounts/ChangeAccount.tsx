import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Role } from '../../../contract/roles.ts';
import type { AnswerOf } from '../../office-api.ts';
import { roleDefinitions } from '../../rights.ts';
import { announce } from '../../toast.tsx';
import { callOperation } from '../../shell/use-operation.ts';
import { readsOfAccounts } from './actions.ts';
import { DialogForm, Prose } from '../../ui.tsx';

export type AccountChange = { role: Role } | { disabled: boolean };

interface Props {
  account: AnswerOf<'account.list'>['accounts'][number];
  change: AccountChange;
  onClose: () => void;
}

/** Asks the user to confirm a change to an account, and makes it. */
export function ChangeAccount({ account, change, onClose }: Props) {
  const { id, role, disabled } = account;
  const name = account.name || account.username;
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => callOperation('account.change', { id, ...change, seen: { role, disabled } }),
    onSuccess() {
      onClose();
      announce(`Account ${name} updated.`);
    },
    onSettled: () =>
      Promise.all(
        readsOfAccounts.map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
      ),
  });
  const [title, words, action] = wordsOf(name, change);
  return (
    <DialogForm
      title={title}
      lead={<Prose>{words}</Prose>}
      action={action}
      $grave={{ ...account, ...change }.disabled}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    />
  );
}

function wordsOf(who: string, change: AccountChange): [string, string, string] {
  if ('role' in change) {
    const { name, meaning } = roleDefinitions[change.role];
    return [`Change the role of ${who}?`, `New role: ${name}. ${meaning}`, 'Change role'];
  }
  return change.disabled
    ? [`Disable ${who}?`, 'They will be signed out and can no longer sign in.', 'Disable']
    : [`Enable ${who}?`, 'They can sign in again with their password.', 'Enable'];
}
