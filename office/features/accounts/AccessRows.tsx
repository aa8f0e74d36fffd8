import { readableTime } from '../../../contract/time.ts';
import { scopeDefinitions } from '../../rights.ts';
import { useOperation } from '../../shell/use-operation.ts';
import type { Access } from './actions.ts';
import { Button, Read, RowNote, RowTitle, Rows } from '../../ui.tsx';

interface AccessRowsProps {
  verb?: string;
  isBusy?: boolean;
  onRemove?: (row: Access) => void;
}

/** Passkeys, tokens or sessions. If `onRemove` is given, each has a button that removes it. */
export function AccessRows(props: AccessRowsProps & { access: readonly Access[] }) {
  const { access, verb = 'Remove', isBusy, onRemove } = props;
  if (access.length === 0) return null;
  return (
    <Rows>
      {access.map((row) => (
        <li key={row.id}>
          <div>
            <RowTitle>{row.name}</RowTitle>
            <RowNote>{describeAccess(row)}</RowNote>
          </div>
          {row.current && <RowNote>This browser</RowNote>}
          {onRemove && (
            <Button
              $grave
              $small
              aria-label={`${verb} ${row.kind} ${row.name}`}
              disabled={isBusy}
              onClick={() => onRemove(row)}
            >
              {verb}
            </Button>
          )}
        </li>
      ))}
    </Rows>
  );
}

/** The user's own passkeys, tokens or sessions. */
export function OwnAccess({ kind, ...rest }: AccessRowsProps & Pick<Access, 'kind'>) {
  const query = useOperation('access.list');
  return (
    <Read query={query}>
      {({ access }) => <AccessRows access={access.filter((one) => one.kind === kind)} {...rest} />}
    </Read>
  );
}

/** What a passkey, token or session is, and when it was last used. */
export function describeAccess(access: Access): string {
  const { kind, createdAt, lastUsedAt, scope, expiresAt } = access;
  const used = kind === 'session' ? 'active' : 'used';
  const use = lastUsedAt ? `last ${used} ${readableTime(lastUsedAt)}` : `never ${used}`;
  if (kind === 'session') return `Signed in ${readableTime(createdAt)}, ${use}`;
  if (!scope || !expiresAt) return `Passkey, added ${readableTime(createdAt)}, ${use}`;
  const may = scopeDefinitions[scope].name.toLowerCase();
  return `Access token to ${may}, valid until ${readableTime(expiresAt)}, ${use}`;
}
