import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { styled } from 'styled-components';

import type { Role } from '../../../contract/roles.ts';
import type { AnswerOf } from '../../office-api.ts';
import { may, roleDefinitions } from '../../rights.ts';
import { announce } from '../../toast.tsx';
import { RequestError } from '../../client.ts';
import { useNames } from '../../shell/use-names.ts';
import { callOperation, useOperation } from '../../shell/use-operation.ts';
import { readsOfAccounts } from './actions.ts';
import { Choice, DialogForm, Prose, Read } from '../../ui.tsx';

export type AccountChange = { role: Role } | { disabled: boolean };

interface Props {
  account: AnswerOf<'account.list'>['accounts'][number];
  change: AccountChange;
  onClose: () => void;
}

const nobody = '-';

/**
 * Asks the user to confirm a change to an account, and makes it. If the account can then no longer
 * change enquiries, offers to reassign the enquiries assigned to it.
 */
export function ChangeAccount({ account, change, onClose }: Props) {
  const { id, role, disabled } = account;
  const name = account.name || account.username;
  const nameOf = useNames();
  const queryClient = useQueryClient();
  const after = { role, disabled, ...change };
  const isLosing = after.disabled || !may(after.role, 'enquiry.change');
  const assigned = useOperation('account.assigned', { id }, { enabled: isLosing, gcTime: 0 });
  const enquiries = assigned.data?.enquiries ?? [];
  const save = useMutation({
    async mutationFn({ owner }: { owner?: string }) {
      for (let left = enquiries; owner && left.length > 0;) {
        const items = left.map((enquiry) => ({ id: enquiry.id, version: enquiry.version }));
        const to = { items, owner: owner === nobody ? null : owner };
        const [refused] = (await callOperation('enquiry.assign', to)).refused;
        if (refused) throw new RequestError(409, refused.sentence);
        left = (await callOperation('account.assigned', { id })).enquiries;
      }
      await callOperation('account.change', { id, ...change, seen: { role, disabled } });
    },
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
  const choices = { '': `Leave assigned to ${name}`, [nobody]: 'Nobody (back to New)' };
  return (
    <DialogForm
      title={title}
      lead={<Prose>{words}</Prose>}
      action={action}
      $grave={after.disabled}
      isBusy={save.isPending || (isLosing && assigned.isPending)}
      error={save.error}
      onSubmit={(typed: { owner?: string }) => save.mutate(typed)}
      onClose={onClose}
    >
      {isLosing && (
        <Read query={assigned}>
          {({ colleagues }) =>
            enquiries.length > 0 && (
              <>
                <p>
                  Assigned to {name} and not closed:{' '}
                  {enquiries.map(({ reference }, index) => (
                    <Fragment key={reference}>
                      {index > 0 && ', '}
                      <Reference>{reference}</Reference>
                    </Fragment>
                  ))}
                </p>
                <Choice
                  label="Reassign to"
                  name="owner"
                  options={{
                    ...choices,
                    ...Object.fromEntries(colleagues.map((one) => [one, nameOf(one)])),
                  }}
                />
              </>
            )
          }
        </Read>
      )}
    </DialogForm>
  );
}

const Reference = styled.span`
  white-space: nowrap;
`;

function wordsOf(who: string, change: AccountChange): [string, string, string] {
  if ('role' in change) {
    const { name, meaning } = roleDefinitions[change.role];
    return [`Change the role of ${who}?`, `New role: ${name}. ${meaning}`, 'Change role'];
  }
  return change.disabled
    ? [`Disable ${who}?`, 'They will be signed out and can no longer sign in.', 'Disable']
    : [`Enable ${who}?`, 'They can sign in again with their password.', 'Enable'];
}
