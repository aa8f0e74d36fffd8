import { useState } from 'react';

import { RequestError } from '../client.ts';
import { areNoticesOn, hasNotices, setNotices } from '../shell/notices.ts';
import { ErrorMessage, Fieldset, Panel, Prose } from '../ui.tsx';

/** The setting for how this browser tells the user about new enquiries. */
export function Notices() {
  const [areOn, setAreOn] = useState(areNoticesOn);
  const [fault, setFault] = useState<string>();
  async function change(next: boolean): Promise<void> {
    // Updates the checkbox immediately: `setNotices` can wait for the user to give permission.
    setAreOn(next);
    setFault(await setNotices(next));
    setAreOn(areNoticesOn());
  }
  return (
    <Panel title="New enquiries">
      <Prose>
        This setting applies only to this browser, and works while the enquiries desk is open in the
        background. Notifications show only the reference, and stop when your session ends.
      </Prose>
      <ErrorMessage error={fault === undefined ? null : new RequestError(0, fault)} />
      <Fieldset>
        <label>
          <input
            type="checkbox"
            checked={areOn}
            disabled={!hasNotices()}
            onChange={({ target }) => void change(target.checked)}
          />
          <span>
            Show a notification when a new enquiry arrives
            {!hasNotices() && <small>Not available in this browser.</small>}
          </span>
        </label>
      </Fieldset>
    </Panel>
  );
}
