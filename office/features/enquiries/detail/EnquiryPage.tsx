import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, size, space } from '../../../../design/tokens.ts';
import type { AnswerOf } from '../../../office-api.ts';
import { badgeOf } from '../../../office-views.ts';
import { pages } from '../../../page-list.ts';
import { CopyButton } from '../../../controls/CopyButton.tsx';
import { KeyboardHelp } from '../../../controls/KeyboardHelp.tsx';
import { PanelTitle, Prose } from '../../../controls/Panel.tsx';
import { useShortcuts } from '../../../controls/shortcuts.ts';
import { ConflictDialog } from '../list/ConflictDialog.tsx';
import { ListTroubles } from '../list/ListState.tsx';
import { BadgeMark } from '../list/Row.tsx';
import { useChanges } from '../list/use-changes.ts';
import { actOf, type Act } from '../changes.ts';
import { enquiryKeys } from '../Offers.tsx';
import { lists, stateWords } from '../state.ts';
import { callOperation, untilItIsBack } from '../../../shell/use-operation.ts';
import { RequestError } from '../../../shell/request.ts';
import { PageTitle } from '../../../shell/PageTitle.tsx';
import { useSession } from '../../../shell/session.tsx';
import { EnquiryActions } from './Actions.tsx';
import { Facts } from './Facts.tsx';
import { NoteForm } from './NoteForm.tsx';
import { SpamNotice } from './SpamNotice.tsx';
import { Timeline } from './Timeline.tsx';
import { useNeighbours } from './use-neighbours.ts';
import { useReaders } from './use-readers.ts';

/** One enquiry: message, sender, history and actions. */
export function EnquiryPage() {
  const { reference = '' } = useParams();
  const { data, error, refetch } = useOpened(reference);
  const isGone = error instanceof RequestError && (error.status === 404 || error.status === 400);
  return (
    <Page>
      <Back
        to={data?.submission.status === 'quarantined' ? pages.spam.path : pages.enquiries.path}
        data-print="hide"
      >
        ← {data?.submission.status === 'quarantined' ? lists.spam.label : 'All enquiries'}
      </Back>
      <PageTitle
        title={`Enquiry ${data?.submission.reference ?? reference}`}
        lead={data && <Writer {...data.submission} />}
      >
        {data && <CopyButton text={data.submission.reference} what="reference" />}
      </PageTitle>
      {isGone ? (
        <Prose>
          This enquiry does not exist. It may have been deleted, or the reference is wrong.
        </Prose>
      ) : (
        <ListTroubles error={error} onRetry={() => void refetch()} />
      )}
      {data && !isGone && <Opened key={data.submission.id} opened={data} />}
      {!data && !error && <Prose aria-busy="true">Loading …</Prose>}
      <KeyboardHelp keys={enquiryKeys} />
    </Page>
  );
}

/** Opens an enquiry. Automatic refreshes are marked as such for the audit trail. */
function useOpened(name: string) {
  const opened = useRef<string>(undefined);
  return useQuery({
    queryKey: ['enquiry.open', { name }],
    async queryFn({ signal }) {
      const again = opened.current === name;
      const answer = await callOperation('enquiry.open', { name, again }, { signal });
      opened.current = name;
      return answer;
    },
    refetchInterval: untilItIsBack,
  });
}

function Writer(submission: AnswerOf<'enquiry.open'>['submission']) {
  const { firstName, lastName, organisation } = submission;
  return (
    <>
      <WriterLine dir="auto">
        {firstName} {lastName}
      </WriterLine>
      <WriterLine dir="auto">{organisation}</WriterLine>
    </>
  );
}

function Opened({ opened }: { opened: AnswerOf<'enquiry.open'> }) {
  const { submission, handling, badges, timeline, others } = opened;
  const { id, reference, status, message } = submission;
  const changes = useChanges();
  const { may } = useSession();
  const note = useRef<HTMLTextAreaElement>(null);
  const statusLine = useRef<HTMLDivElement>(null);
  const readers = useReaders(id);
  useNeighbours(reference);
  useShortcuts({ n: () => note.current?.focus() });
  const { state } = useLocation() as { state: { note?: boolean } | null };
  useEffect(() => {
    if (state?.note) note.current?.focus();
  }, [state]);

  const seen = { ...handling, id, reference, status };
  async function act(what: Act): Promise<boolean> {
    const done = await changes.run([seen], what);
    // The pressed button may have disappeared.
    setTimeout(() => {
      if (document.activeElement === document.body) statusLine.current?.focus();
    });
    return done.length > 0;
  }
  return (
    <>
      <Status ref={statusLine} role="status" tabIndex={-1}>
        <strong>{stateWords({ ...handling, status })}.</strong>
        {badges.map((badge) => (
          <BadgeMark key={badge} data-grave={badgeOf(badge).isSevere}>
            {badgeOf(badge).words}
          </BadgeMark>
        ))}
        {readers.length > 0 && (
          <Looking>
            {readers.join(', ')} {readers.length === 1 ? 'is' : 'are'} also viewing this
          </Looking>
        )}
      </Status>
      <EnquiryActions opened={opened} isBusy={changes.isBusy} onAct={(what) => void act(what)} />
      <SpamNotice
        opened={opened}
        isBusy={changes.isBusy}
        onMark={() => void act(actOf('enquiry.spam', {}))}
      />
      <Columns>
        <section aria-labelledby="message-title">
          <Head>
            <PanelTitle id="message-title">Message</PanelTitle>
            <CopyButton text={message} what="message" />
          </Head>
          <Typed dir="auto">{message}</Typed>
        </section>
        <Facts submission={submission} others={others} />
        <section aria-labelledby="history-title">
          <Head>
            <PanelTitle id="history-title">History</PanelTitle>
          </Head>
          <Timeline timeline={timeline} handling={handling} />
          {may('enquiry.change') && (
            <NoteForm
              id={id}
              field={note}
              isBusy={changes.isBusy}
              onSave={(text) => act(actOf('enquiry.note', { text }))}
            />
          )}
        </section>
      </Columns>
      <ConflictDialog changes={changes} />
    </>
  );
}

const Page = styled.div`
  max-width: 72rem;
`;

const WriterLine = styled.span`
  display: block;
  text-align: left;
  overflow-wrap: anywhere;

  &:first-child {
    color: ${color.ink};
    font-weight: 600;
  }
`;

const Back = styled(Link)`
  display: inline-block;
  margin-bottom: ${space.tiny};
  padding-block: 0.25rem;
  font-size: 0.9375rem;
`;

const Status = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.25rem ${space.medium};
  padding-top: ${space.base};
`;

const Looking = styled.span`
  color: ${color.muted};
  font-size: ${size.small};
  font-style: italic;
`;

const Columns = styled.div`
  display: grid;
  gap: ${space.large};
  padding-top: ${space.base};

  > * {
    min-width: 0;
  }
  ${media.wide} {
    grid-template-columns: minmax(0, 1fr) 19rem;
    column-gap: ${space.huge};

    > aside {
      grid-column: 2;
      grid-row: 1 / span 2;
    }
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 ${space.base};
  margin-bottom: ${space.small};
`;

const Typed = styled.p`
  max-width: 42em;
  padding-left: ${space.medium};
  border-left: 3px solid ${color.brass};
  font-size: 1.125rem;
  line-height: 1.65;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  text-wrap: wrap;
  unicode-bidi: plaintext;
`;
