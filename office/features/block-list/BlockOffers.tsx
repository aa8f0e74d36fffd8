import { useState } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { space } from '../../../design/tokens.ts';
import { Button } from '../../controls/Button.tsx';
import { ErrorMessage } from '../../controls/Message.tsx';
import { RowNote, SideBySide } from '../../controls/Rows.tsx';
import type { AnswerOf } from '../../office-api.ts';
import { pages } from '../../page-list.ts';
import { useOperation } from '../../shell/use-operation.ts';
import { BlockDialog, useBlockList } from './BlockDialog.tsx';
import { offersOf, readEntry } from './entries.ts';

/**
 * Buttons that block or unblock the sender and the domains in an enquiry, and a button that blocks a
 * phrase.
 */
export function BlockOffers({ submission }: Pick<AnswerOf<'enquiry.open'>, 'submission'>) {
  const { id: enquiry } = submission;
  const { data } = useOperation('block-list.read');
  const { add, remove } = useBlockList();
  const [isAsking, setIsAsking] = useState(false);
  const { address, sender, linked } = offersOf(submission);
  const ofSender = readEntry(sender);
  const offer = (value: string, what = '') => {
    const isBlocked = data?.entries.some((entry) => entry.value === value);
    const change = isBlocked ? remove : add;
    return (
      <Button
        key={value}
        $small
        $quiet
        disabled={add.isPending || remove.isPending}
        onClick={() => change.mutate({ value, enquiry })}
      >
        <span>
          {isBlocked ? 'Unblock' : 'Block'} {what && `${what} `}
          {value}
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
        <Button $small $quiet onClick={() => setIsAsking(true)}>
          Block a phrase …
        </Button>
      </SideBySide>
      <RowNote>
        {'refusal' in ofSender && `${ofSender.refusal} `}
        Enquiries that match the <Link to={pages.blockList.path}>block list</Link> are marked as
        spam.
      </RowNote>
      <ErrorMessage error={add.error ?? remove.error} />
      {isAsking && <BlockDialog enquiry={enquiry} onClose={() => setIsAsking(false)} />}
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
