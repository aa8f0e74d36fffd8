import { useState } from 'react';

import { ErrorMessage } from '../../../controls/Message.tsx';
import { Panel, Prose } from '../../../controls/Panel.tsx';
import { Fieldset } from '../../../controls/RadioGroup.tsx';
import { RequestError } from '../../../shell/request.ts';
import {
  hasNotices,
  isNoticeOn,
  noticeKinds,
  setNotice,
  type NoticeKind,
} from '../../../shell/notices.ts';

const labels: Record<NoticeKind, string> = {
  notification: 'Show a notification',
  sound: 'Play a sound',
};

/** The settings for how this browser tells the user about new enquiries. */
export function Notices() {
  const [on, setOn] = useState(() => noticeKinds.filter(isNoticeOn));
  const [fault, setFault] = useState<string>();
  async function change(kind: NoticeKind, isOn: boolean): Promise<void> {
    // Updates the checkbox immediately: `setNotice` can wait for the user to give permission.
    setOn(noticeKinds.filter((each) => (each === kind ? isOn : on.includes(each))));
    setFault(await setNotice(kind, isOn));
    setOn(noticeKinds.filter(isNoticeOn));
  }
  return (
    <Panel title="New enquiries">
      <Prose>
        These settings apply only to this browser, and work while the enquiries desk is open in the
        background. Notifications show only the reference, and stop when your session ends.
      </Prose>
      <ErrorMessage error={fault === undefined ? null : new RequestError(0, fault)} />
      <Fieldset>
        <legend>When a new enquiry arrives</legend>
        {noticeKinds.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={on.includes(kind)}
              disabled={!hasNotices(kind)}
              onChange={({ target }) => void change(kind, target.checked)}
            />
            <span>
              {labels[kind]}
              {!hasNotices(kind) && <small>Not available in this browser.</small>}
            </span>
          </label>
        ))}
      </Fieldset>
    </Panel>
  );
}
