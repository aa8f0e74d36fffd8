import { describeAccess } from './AccessRows.tsx';
import type { Access } from './actions.ts';
import { Fieldset } from '../../ui.tsx';

/** Offers to keep some passkeys and tokens when all of them are about to be removed. */
export function KeepAccess({ access }: { access: readonly Access[] }) {
  const offered = access.filter(({ kind }) => kind !== 'session');
  if (offered.length === 0) return null;
  return (
    <Fieldset>
      <legend>
        These passkeys and tokens will be removed, except those you select. Select only those you
        recognise:
      </legend>
      {offered.map((item) => (
        <label key={item.id}>
          <input type="checkbox" name="keep" value={item.id} />
          <span>
            {item.name}
            <small>{describeAccess(item)}</small>
          </span>
        </label>
      ))}
    </Fieldset>
  );
}

/** The ids of the selected passkeys and tokens. */
export function keptIn(form: HTMLFormElement): string[] {
  return new FormData(form).getAll('keep').map(String);
}
