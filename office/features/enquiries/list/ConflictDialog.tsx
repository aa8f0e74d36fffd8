import { styled } from 'styled-components';

import { exactTime } from '../../../../contract/time.ts';
import { Overline } from '../../../../design/layout.ts';
import { color, media, space } from '../../../../design/tokens.ts';
import { initialHandling } from '../../../../contract/submission-view.ts';
import type { RefusedItem } from '../../../office-views.ts';
import { Button } from '../../../controls/Button.tsx';
import { Dialog, DialogActions } from '../../../controls/Dialog.tsx';
import { Prose } from '../../../controls/Panel.tsx';
import { useSession } from '../../../shell/session.tsx';
import type { Changes, Conflict, Seen } from './use-changes.ts';
import type { Act } from '../changes.ts';
import { stateOf, stateWords } from '../state.ts';

/** Shows a colleague's change beside the user's own, which can still be made. */
export function ConflictDialog({ changes }: { changes: Changes }) {
  const { conflict, leave, run } = changes;
  const { username } = useSession();
  if (!conflict) return null;
  const { act, refused } = conflict;
  const again = retriable(conflict);
  const note = 'text' in act.input ? String(act.input.text) : undefined;
  return (
    <Dialog title="This enquiry has changed" onClose={leave}>
      <Prose>
        {refused.length === 1
          ? 'It was changed after you opened it. Nothing you typed is lost.'
          : `${refused.length} were changed after you opened them.`}
      </Prose>
      <List role="list">
        {refused.map((refusal) => (
          <li key={refusal.id}>
            <Side>
              <Overline as="h3">
                {conflict.items.find(({ id }) => id === refusal.id)?.reference} is now
              </Overline>
              <Now refusal={refusal} />
            </Side>
            <Side>
              <Overline as="h3">Your change</Overline>
              <p>{wish(act, refusal, username)}</p>
              {note !== undefined && <Quote dir="auto">{note}</Quote>}
            </Side>
          </li>
        ))}
      </List>
      <DialogActions>
        {again.length > 0 && (
          <Button $small onClick={() => void run(again, act)}>
            {note === undefined ? 'Apply my change' : 'Save my note too'}
          </Button>
        )}
        <Button $small $quiet onClick={leave}>
          Keep the current version
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The refused enquiries at their current version, so that the change can be retried. */
function retriable({ items, refused }: Conflict): Seen[] {
  return items.flatMap((item) => {
    const current = refused.find(({ id }) => id === item.id)?.current;
    if (!current) return [];
    const { version } = current;
    return [{ ...item, ...stateOf({ ...current, status: item.status }), version }];
  });
}

function Now({ refusal: { current, sentence } }: { refusal: RefusedItem }) {
  if (!current) return <p>{sentence}</p>;
  const note = current.notes.at(-1);
  return (
    <>
      <p>{stateWords({ ...current, status: 'accepted' })}.</p>
      {note && (
        <>
          <p>
            The last note, by {note.by}, {exactTime(note.at)}:
          </p>
          <Quote dir="auto">{note.text}</Quote>
        </>
      )}
    </>
  );
}

/** The result of the change, in words. */
function wish(act: Act, { current }: RefusedItem, you: string): string {
  const before = { ...initialHandling, ...current, status: 'accepted' } as const;
  const patch = act.change(before, you);
  if (typeof patch === 'string') return patch;
  return patch.note === undefined ? stateWords({ ...before, ...patch }) : 'Add this note:';
}

const List = styled.ul`
  display: grid;
  gap: ${space.base};
  width: 100%;
  max-height: 24rem;
  overflow-y: auto;

  > li {
    display: grid;
    gap: ${space.base};
    border-top: 1px solid ${color.line};
    padding-top: ${space.base};

    ${media.medium} {
      grid-template-columns: 1fr 1fr;
    }
  }
`;

const Side = styled.section`
  display: grid;
  align-content: start;
  gap: 0.25rem;
  min-width: 0;
  font-size: 0.9375rem;
`;

const Quote = styled.blockquote`
  padding-left: ${space.small};
  border-left: 2px solid ${color.brass};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
