import { useState } from 'react';

import { ErrorMessage, Fieldset, Panel } from '../ui.tsx';
import { areNoticesOn, hasNotices, setNotices } from './notices.ts';

/** Whether this browser tells the user about new enquiries. */
export function NoticesPanel() {
  const [areOn, setAreOn] = useState(areNoticesOn);
  const [fault, setFault] = useState<string>();
  async function change(): Promise<void> {
    // Updates the checkbox immediately: `setNotices` can wait for the user to give permission.
    setAreOn(!areOn);
    setFault(await setNotices(!areOn));
    setAreOn(areNoticesOn());
  }
  return (
    <Panel title="New enquiries">
      <ErrorMessage error={fault} />
      <Fieldset>
        <label>
          <input
            type="checkbox"
            checked={areOn}
            disabled={!hasNotices()}
            onChange={() => void change()}
          />
          <span>
            Show a notification when a new enquiry arrives
            <small>In this browser, while the desk is open in the background.</small>
          </span>
        </label>
      </Fieldset>
    </Panel>
  );
}
