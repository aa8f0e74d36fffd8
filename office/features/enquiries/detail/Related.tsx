import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { readReference } from '../../../../contract/reference.ts';
import { exactTime } from '../../../../contract/time.ts';
import { Overline } from '../../../../design/layout.ts';
import { color, size, space } from '../../../../design/tokens.ts';
import { Button, TextButton } from '../../../controls/Button.tsx';
import { Input, verbatim } from '../../../controls/Field.tsx';
import { Form } from '../../../controls/Form.tsx';
import { RowNote } from '../../../controls/Rows.tsx';
import type { AnswerOf } from '../../../office-api.ts';
import type { EnquiryRow } from '../../../office-views.ts';
import { useSession } from '../../../shell/session.tsx';
import { useNames } from '../../../shell/use-names.ts';
import { actOf, applies, type Act } from '../acts.ts';
import { stateWords } from '../state.ts';
import type { Changes } from '../use-changes.ts';
import { Beside } from './Tags.tsx';

type Changed = Parameters<Changes['run']>[0];

interface RelatedProps {
  opened: AnswerOf<'enquiry.open'>;
  changes: Changes;
}

/** The enquiries that staff linked to this one, and others that may be from the same person. */
export function Related({ opened, changes: { run, isBusy } }: RelatedProps) {
  const { submission, handling, others, linked } = opened;
  const { username, may } = useSession();
  const queryClient = useQueryClient();
  const own = { ...handling, ...submission };

  function act(items: Changed, what: Act): void {
    const onDone = () => void queryClient.invalidateQueries({ queryKey: ['enquiry.open'] });
    void run(items, what, { onDone, onUndone: onDone });
  }
  const link = (reference: string) => act([own], actOf('enquiry.link', { reference }));
  const unlink = (other: EnquiryRow) => {
    const what = actOf('enquiry.unlink', { references: [own.reference, other.reference] });
    // Either enquiry, or both, may store the link.
    const items = [own, other].filter((each) => applies(what, each, username));
    act(items, what);
  };
  function add({ reference }: { reference: string }, form: HTMLFormElement): void {
    link(readReference(reference) ?? reference);
    form.reset();
  }
  const mayChange = may('enquiry.change');
  return (
    <>
      {(linked.length > 0 || mayChange) && (
        <section data-print={linked.length === 0 ? 'hide' : undefined}>
          <Overline as="h2">Linked enquiries</Overline>
          <Enquiries
            rows={linked}
            action={(row) =>
              mayChange && (
                <TextButton
                  aria-label={`Unlink ${row.reference}`}
                  disabled={isBusy}
                  onClick={() => unlink(row)}
                >
                  Unlink
                </TextButton>
              )
            }
          />
          {mayChange && (
            <Form onSubmit={add} data-print="hide">
              <Beside>
                <Input
                  name="reference"
                  aria-label="Reference of an enquiry to link"
                  placeholder="Reference"
                  autoComplete="off"
                  {...verbatim}
                  minLength={8}
                  maxLength={40}
                  required
                />
                <Button type="submit" $small $quiet disabled={isBusy}>
                  Link
                </Button>
              </Beside>
            </Form>
          )}
        </section>
      )}
      {others.length > 0 && (
        <section data-print="hide">
          <Overline as="h2">Also from this person</Overline>
          <Enquiries
            rows={others}
            action={(row) =>
              mayChange && (
                <TextButton
                  aria-label={`Link ${row.reference}`}
                  disabled={isBusy}
                  onClick={() => link(row.reference)}
                >
                  Link
                </TextButton>
              )
            }
          />
        </section>
      )}
    </>
  );
}

interface EnquiriesProps {
  rows: readonly (EnquiryRow & { hasOtherAddress?: boolean | undefined })[];
  action: (row: EnquiryRow) => ReactNode;
}

function Enquiries({ rows, action }: EnquiriesProps) {
  const nameOf = useNames();
  return (
    <List role="list">
      {rows.map((row) => (
        <li key={row.id}>
          <span>
            <Link to={`/enquiries/${row.reference}`}>{row.reference}</Link>{' '}
            <RowNote as="span">{exactTime(row.createdAt)}</RowNote>
          </span>
          {action(row)}
          <RowNote>
            {stateWords(row, nameOf)}
            {row.hasOtherAddress && '; from another address'}
          </RowNote>
          <p dir="auto">{row.beginning}</p>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  margin-top: ${space.tiny};

  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: baseline;
    column-gap: ${space.small};
    padding-block: ${space.small};
    border-top: 1px solid ${color.line};
  }
  li > p {
    grid-column: 1 / -1;
  }
  button {
    font-size: ${size.small};
  }
  li > p:last-child {
    display: -webkit-box;
    overflow: hidden;
    font-size: ${size.small};
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;
