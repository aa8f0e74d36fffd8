import { styled } from 'styled-components';

import { VisuallyHidden } from '../../../../design/layout.ts';
import { openByKey, Select } from '../../../controls/Select.tsx';
import { useOperation } from '../../../shell/use-operation.ts';

interface AssignToProps {
  /** Whose it is now, who cannot be chosen. */
  owner?: string | null;
  onAssign: (owner: string | null) => void;
  disabled?: boolean;
}

/** Gives what is chosen to a colleague, or back to nobody. */
export function AssignTo({ owner, onAssign, disabled }: AssignToProps) {
  const { data } = useOperation('colleagues');
  const others = (data?.usernames ?? []).filter((username) => username !== owner);
  return (
    <label>
      <VisuallyHidden>Give to</VisuallyHidden>
      <Narrow
        value=""
        disabled={disabled}
        onKeyDown={openByKey}
        onChange={({ target }) => onAssign(target.value === '-' ? null : target.value)}
      >
        <option value="" disabled>
          Give to …
        </option>
        {others.map((username) => (
          <option key={username} value={username}>
            {username === data?.you ? `${username} (you)` : username}
          </option>
        ))}
        {owner !== null && <option value="-">Nobody: back to new</option>}
      </Narrow>
    </label>
  );
}

/** As wide as what it says while it is closed, whatever it holds. */
const Narrow = styled(Select)`
  width: 7.75rem;
`;
