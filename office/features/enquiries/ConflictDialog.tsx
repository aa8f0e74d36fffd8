import { styled } from 'styled-components';

import { initialHandling } from '../../../contract/submission-view.ts';
import { exactTime } from '../../../contract/time.ts';
import { Overline } from '../../../design/layout.ts';
import { color, media, space } from '../../../design/tokens.ts';
import { Button } from '../../controls/Button.tsx';
import { Dialog, DialogActions } from '../../controls/Dialog.tsx';
import { Prose } from '../../controls/Panel.tsx';
import type { RefusedItem } from '../../office-views.ts';
import { useSession } from '../../shell/session.tsx';
import { useNames, type NameOf } from '../../shell/use-names.ts';
import type { Act } from './acts.ts';
import { NoteText } from './detail/NoteText.ts';
import { stateWords, type EnquiryState } from './state.ts';
import type { Changes } from './use-changes.ts';

/**
 * Shows a colleague's change beside the user's own. If the user's change is still possible, a
 * button applies it.
 */
export function ConflictDialog({
  changes: { conflict, leave, run, isBusy },
}: {
  changes: Changes;
}) {
  const { username } = useSession();
  const nameOf = useNames();
  if (!conflict) return null;
  const { act, items, refused, following } = conflict;
  const note = 'text' in act.input ? String(act.input.text) : undefined;
  const all = refused.map((refusal) => {
    return { ...refusal, item: items.find(({ id }) => id === refusal.id) };
  });
  const again = all.flatMap(({ item, current }) =>
    item && current && typeof patchFor(act, current, username) !== 'string'
      ? [{ ...item, version: current.version }]
      : [],
  );
  return (
    <Dialog
      title={refused.length === 1 ? 'This enquiry has changed' : 'These enquiries have changed'}
      onClose={leave}
    >
      <Prose>
        {refused.length === 1
          ? 'It was changed after you opened it. Nothing you typed is lost.'
          : `${refused.length} enquiries were changed after this page was loaded.`}
      </Prose>
      <List role="list">
        {all.map(({ item, ...refusal }) => (
          <li key={refusal.id}>
            <section>
              <Overline as="h3">{item?.reference} is now</Overline>
              <Now refusal={refusal} nameOf={nameOf} />
              {act.name === 'enquiry.tag' && <p>{tagWords(refusal.current)}</p>}
            </section>
            <section>
              <Overline as="h3">Your change</Overline>
              <p>{wish(act, refusal, username, nameOf)}</p>
              {note !== undefined && <NoteText dir="auto">{note}</NoteText>}
            </section>
          </li>
        ))}
      </List>
      <DialogActions>
        {again.length > 0 && (
          <Button $small disabled={isBusy} onClick={() => void run(again, act, following)}>
            {note === undefined
              ? 'Apply my change'
              : act.name === 'enquiry.reply'
                ? 'Send my reply'
                : 'Save my note too'}
          </Button>
        )}
        <Button $small $quiet onClick={leave}>
          Keep the current version
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface NowProps {
  refusal: RefusedItem;
  nameOf: NameOf;
}

function Now({ refusal: { current, sentence }, nameOf }: NowProps) {
  if (!current) return <p>{sentence}</p>;
  const note = current.notes.at(-1);
  return (
    <>
      <p>{stateWords(current, nameOf)}</p>
      {note && (
        <>
          <p>
            The last note, by {nameOf(note.by)}, {exactTime(note.at)}:
          </p>
          <NoteText dir="auto">{note.text}</NoteText>
        </>
      )}
    </>
  );
}

type Current = RefusedItem['current'];

const stateFrom = (current: Current) =>
  ({ ...initialHandling, status: 'accepted', ...current }) as const;

function patchFor(act: Act, current: Current, you: string) {
  return act.change(stateFrom(current), you);
}

function tagWords({ tags }: Pick<EnquiryState, 'tags'> = initialHandling): string {
  return tags.length === 0 ? 'No tags' : `Tags: ${tags.join(', ')}`;
}

/** What the user's change would do to the current state, in words, or why it is not possible. */
function wish(act: Act, { current }: RefusedItem, you: string, nameOf: NameOf): string {
  const before = stateFrom(current);
  const patch = patchFor(act, current, you);
  if (typeof patch === 'string') return patch;
  if (patch.reply) return 'Send this reply:';
  if (patch.tags) return tagWords({ tags: patch.tags });
  return patch.note === undefined ? stateWords({ ...before, ...patch }, nameOf) : 'Add this note:';
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
    font-size: 0.9375rem;

    ${media.medium} {
      grid-template-columns: 1fr 1fr;
    }
  }
  section {
    min-width: 0;
  }
`;
