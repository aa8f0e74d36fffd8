import { useState } from 'react';

import { isAddress, isDomain } from '../../../contract/screening.ts';
import { mediumDay } from '../../../contract/time.ts';
import { pages } from '../../page-list.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { useNames } from '../../shell/use-names.ts';
import { useOperation } from '../../shell/use-operation.ts';
import { BlockDialog, useBlockList } from './BlockDialog.tsx';
import {
  Button,
  ErrorMessage,
  Panel,
  Prose,
  Read,
  RowNote,
  RowTitle,
  Rows,
  SideBySide,
} from '../../ui.tsx';

function kindOf(value: string): string {
  if (isAddress(value)) return 'Email address';
  return isDomain(value) ? 'Domain and its subdomains' : 'Phrase';
}

export function BlockListPage() {
  const query = useOperation('block-list.read');
  const { remove } = useBlockList();
  const nameOf = useNames();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PageTitle
        title={pages.blockList.title}
        lead="New enquiries are marked as spam if they come from one of these addresses, come from or mention one of these domains, or contain one of these phrases. No enquiry is refused."
      >
        <Button $small $quiet onClick={() => setIsAdding(true)}>
          Add …
        </Button>
      </PageTitle>
      <Panel aria-label="All entries">
        <ErrorMessage error={remove.error} />
        <Read query={query}>
          {({ entries }) =>
            entries.length === 0 ? (
              <Prose>
                Nothing is blocked. The easiest way to add something is from an enquiry that is
                marked as spam.
              </Prose>
            ) : (
              <Rows>
                {entries.map(({ value, addedBy, addedAt }) => (
                  <li key={value}>
                    <div>
                      <RowTitle dir="auto">{value}</RowTitle>
                      <RowNote>
                        {kindOf(value)} · added by {nameOf(addedBy)} on {mediumDay(addedAt)}
                      </RowNote>
                    </div>
                    <SideBySide>
                      <Button
                        $small
                        $quiet
                        aria-label={`Remove ${value}`}
                        disabled={remove.isPending}
                        onClick={() => remove.mutate({ value })}
                      >
                        Remove
                      </Button>
                    </SideBySide>
                  </li>
                ))}
              </Rows>
            )
          }
        </Read>
      </Panel>
      {isAdding && <BlockDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}
