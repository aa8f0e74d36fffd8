import { Button } from '../../controls/Button.tsx';
import { RowNote, Rows, RowTitle } from '../../controls/Rows.tsx';

interface AccessRow {
  id: string;
  /** Such as `passkey`. */
  kind: string;
  name: string;
  note: string;
}

interface AccessRowsProps<Row extends AccessRow> {
  rows: readonly Row[];
  verb?: string;
  isBusy: boolean;
  onRemove: (row: Row) => void;
}

/** Passkeys, tokens or sessions, each with a button that removes it. */
export function AccessRows<Row extends AccessRow>(props: AccessRowsProps<Row>) {
  const { rows, verb = 'Remove', isBusy, onRemove } = props;
  if (rows.length === 0) return null;
  return (
    <Rows>
      {rows.map((row) => (
        <li key={row.id}>
          <div>
            <RowTitle>{row.name}</RowTitle>
            <RowNote>{row.note}</RowNote>
          </div>
          <Button
            $grave
            $small
            aria-label={`${verb} ${row.kind} ${row.name}`}
            disabled={isBusy}
            onClick={() => onRemove(row)}
          >
            {verb}
          </Button>
        </li>
      ))}
    </Rows>
  );
}
