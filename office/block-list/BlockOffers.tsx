import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { space } from '#design/tokens.ts';
import { pages } from '../page-list.ts';
import { useAnswer } from '../shell/use-action.ts';
import { Button, ErrorMessage, RowNote, SideBySide } from '../ui.tsx';
import { offersOf, readEntry } from './entries.ts';
import { useBlockList } from './use-block-list.ts';

interface BlockOffersProps {
  submission: { id: string; email: string; message: string };
}

/** Buttons that block or unblock the sender of spam and the domains in it. */
export function BlockOffers({ submission }: BlockOffersProps) {
  const { data } = useAnswer('block-list.read', {});
  const { add, remove } = useBlockList();
  const { address, sender, linked } = offersOf(submission);
  const ofSender = readEntry(sender);
  const offer = (value: string, what = '') => {
    const isBlocked = data?.entries.some((entry) => entry.value === value);
    return (
      <Button
        key={value}
        $small
        $quiet
        disabled={add.isPending || remove.isPending}
        onClick={() => (isBlocked ? remove : add).mutate({ value, enquiry: submission.id })}
      >
        <span>
          {isBlocked ? 'Unblock' : 'Block'} {what} {value}
        </span>
      </Button>
    );
  };
  return (
    <Offers role="group" aria-label="Block list" data-print="hide">
      <SideBySide>
        {'value' in readEntry(address) && offer(address)}
        {'value' in ofSender && offer(sender, 'sender’s domain')}
        {linked.map((domain) => offer(domain))}
      </SideBySide>
      <RowNote>
        {'refusal' in ofSender && `${ofSender.refusal} `}
        Enquiries that match the <Link to={pages.blockList.path}>block list</Link> are marked as
        spam. A phrase can be blocked there.
      </RowNote>
      <ErrorMessage error={add.error ?? remove.error} />
    </Offers>
  );
}

const Offers = styled.div`
  display: grid;
  gap: ${space.small};
  padding-top: ${space.base};

  span {
    overflow-wrap: anywhere;
  }
`;
