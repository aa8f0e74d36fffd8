import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { space } from '#design/tokens.ts';
import type { OutputOf } from '../api.ts';
import { pages } from '../page-list.ts';
import { useAction, useAnswer } from '../shell/use-action.ts';
import { Button, ErrorMessage, RowNote, SideBySide } from '../ui.tsx';
import { offersOf } from './entries.ts';

type Submission = Pick<OutputOf<'enquiry.read'>['enquiry'], 'id' | 'email' | 'message'>;

/** Buttons that block or unblock the sender of spam and the domains in it. */
export function BlockOffers({ submission }: { submission: Submission }) {
  const { data: blockList } = useAnswer('block-list.read', {});
  const change = useAction('block-list.change', {
    invalidates: ['block-list.read', 'enquiry.read'],
    done: 'The block list was changed.',
  });
  const blocked = new Set(blockList?.entries.map(({ value }) => value));
  return (
    <Offers role="group" aria-label="Block list" data-print="hide">
      <SideBySide>
        {offersOf(submission).map((value) => (
          <Button
            key={value}
            $small
            $quiet
            disabled={change.isPending}
            onClick={() =>
              change.mutate({ value, isBlocked: !blocked.has(value), enquiry: submission.id })
            }
          >
            {blocked.has(value) ? 'Unblock' : 'Block'} {value}
          </Button>
        ))}
      </SideBySide>
      <RowNote>
        Enquiries that match the <Link to={pages.blockList.path}>block list</Link> are marked as
        spam. A phrase can be blocked there.
      </RowNote>
      <ErrorMessage error={change.error} />
    </Offers>
  );
}

const Offers = styled.div`
  display: grid;
  gap: ${space.small};
  padding-top: ${space.base};
  overflow-wrap: anywhere;
`;
