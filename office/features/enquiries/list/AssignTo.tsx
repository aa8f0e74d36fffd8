import { styled } from 'styled-components';

import { VisuallyHidden } from '../../../../design/layout.ts';
import { openByKey, Select } from '../../../controls/Select.tsx';
import { useOperation } from '../../../shell/use-operation.ts';

interface AssignToProps {
  /** The current owner, who is not offered. */
  owner?: string | null;
  onAssign: (owner: string | null) => void;
  disabled?: boolean;
}

/** Assigns enquiries to a colleague, or unassigns them. */
export function AssignTo({ owner, onAssign, disabled }: AssignToProps) {
  const { data } = useOperation('enquiry.colleagues');
  const others = (data?.usernames ?? []).filter((username) => username !== owner);
  return (
    <label>
      <VisuallyHidden>Assign to</VisuallyHidden>
      <Narrow
        value=""
        disabled={disabled}
        onKeyDown={openByKey}
        onChange={({ target }) => onAssign(target.value === '-' ? null : target.value)}
      >
        <option value="" disabled>
          Assign to …
        </option>
        {others.map((username) => (
          <option key={username} value={username}>
            {username === data?.you ? `${username} (you)` : username}
          </option>
        ))}
        {owner !== null && <option value="-">Unassign</option>}
      </Narrow>
    </label>
  );
}

/** As wide as its closed label: options must not widen it. */
const Narrow = styled(Select)`
  width: 7.75rem;
`;
