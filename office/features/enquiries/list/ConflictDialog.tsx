import { styled } from 'styled-components';

import { exactTime } from '../../../../contract/time.ts';
import { Overline } from '../../../../design/layout.ts';
import { color, media, space } from '../../../../design/tokens.ts';
import type { Refusal } from '../../../office-views.ts';
import { Button } from '../../../controls/Button.tsx';
import { Dialog, DialogActions } from '../../../controls/Dialog.tsx';
import { Prose } from '../../../controls/Panel.tsx';
import { useSession } from '../../../shell/session.tsx';
import type { Changes, Conflict, Seen } from './use-changes.ts';
import { after, type Act } from './words.ts';

/** What a colleague has made of an enquiry beside what was wanted; it can be done anyway. */
export function ConflictDialog({ changes }: { changes: Changes }) {
  const { conflict, leave, run } = changes;
  const { username } = useSession();
  if (!conflict) return null;
  const { act, refused } = conflict;
  const again = retriable(conflict);
  return (
    <Dialog title="A colleague was faster" onClose={leave}>
      <Prose>
        {refused.length === 1
          ? 'It was changed after you last read it. Nothing that you typed is lost.'
          : `${refused.length} were changed after you last read them.`}
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
              <Overline as="h3">You wanted</Overline>
              <p>{wish(act, refusal, username)}</p>
              {act.kind === 'note' && <Quote dir="auto">{act.text}</Quote>}
            </Side>
          </li>
        ))}
      </List>
      <DialogActions>
        {again.length > 0 && (
          <Button $small onClick={() => void run(again, act)}>
            {act.kind === 'note' ? 'Save my note too' : 'Do it anyway'}
          </Button>
        )}
        <Button $small $quiet onClick={leave}>
          Leave it as it is
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What was refused, as it is now: with that seen, it can be done. */
function retriable({ items, refused }: Conflict): Seen[] {
  return items.flatMap((item) => {
    const current = refused.find(({ id }) => id === item.id)?.current;
    if (!current) return [];
    const { version, state, owner } = current;
    return [{ ...item, version, state, owner }];
  });
}

function Now({ refusal: { current, sentence } }: { refusal: Refusal }) {
  if (!current) return <p>{sentence}</p>;
  const note = current.notes.at(-1);
  return (
    <>
      <p>{stateWords(current)}</p>
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

/** Whether it is new, whose it is, or who has finished it. */
export function stateWords({ state, owner }: Pick<Seen, 'state' | 'owner'>): string {
  if (state === 'new') return 'New. Nobody has taken it.';
  if (state === 'done') return owner === null ? 'Done.' : `Done, by ${owner}.`;
  return owner === null ? 'Open.' : `Open, with ${owner}.`;
}

function wish(act: Act, { current }: Refusal, you: string): string {
  if (act.kind === 'note') return 'To add this note:';
  if (act.kind === 'spam') return 'To hold it as spam.';
  const before = { status: 'accepted', state: current?.state ?? 'new', owner: null } as const;
  return stateWords({ ...before, ...after(act, before, you) });
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
