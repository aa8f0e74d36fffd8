import { useEffect } from 'react';
import { styled } from 'styled-components';

import { space } from '../../../../design/tokens.ts';
import { SideBySide } from '../../../controls/Rows.tsx';
import { useMemory, useTabStorage } from '../../../controls/use-memory.ts';
import { pages } from '../../../page-list.ts';
import { BackLink } from '../../../shell/PageTitle.tsx';
import { lastEnquiry, lastList, useNeighbours } from '../list/use-list.ts';
import { lists } from '../state.ts';

/** Links back to the list that the user came from, and to the previous and next enquiry in it. */
export function Ways({ reference, isSpam }: { reference: string; isSpam: boolean }) {
  const { previous, next } = useNeighbours(reference);
  const [address] = useTabStorage(lastList);
  const back = address || (isSpam ? pages.spam.path : pages.enquiries.path);
  const [, setLast] = useMemory(lastEnquiry);
  useEffect(() => setLast(reference), [reference, setLast]);
  return (
    <Bar aria-label="Enquiries" data-print="hide">
      <BackLink to={back}>
        ← {back.startsWith(pages.spam.path) ? lists.spam.label : 'All enquiries'}
      </BackLink>
      <SideBySide>
        {previous && <BackLink to={`/enquiries/${previous}`}>Previous</BackLink>}
        {next && <BackLink to={`/enquiries/${next}`}>Next</BackLink>}
      </SideBySide>
    </Bar>
  );
}

const Bar = styled.nav`
  display: flex;
  justify-content: space-between;

  > div {
    gap: ${space.base};
  }
`;
