import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, size, space } from '../../design/tokens.ts';
import { call, RequestError } from '../client.ts';
import { pages } from '../page-list.ts';
import { useDraft, useTabStorage } from '../shell/drafts.ts';
import { BackLink, PageTitle } from '../shell/PageTitle.tsx';
import { useAlsoHere } from '../shell/pulse.tsx';
import { useSession } from '../shell/session.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useMemory } from '../shell/use-memory.ts';
import { useNames } from '../shell/use-names.ts';
import { useNow } from '../shell/use-now.ts';
import { Button, Confirm, CopyButton, Message, PanelTitle, Prose, SideBySide } from '../ui.tsx';
import type { Enquiry, OutputOf } from './api.ts';
import { BadgeMark, Badges, FollowUp, ReplyDue } from './Badges.tsx';
import { ChangeButtons, LinkedAction, useChangeKeys } from './ChangeButtons.tsx';
import { ListError } from './EnquiriesPage.tsx';
import { Facts } from './Facts.tsx';
import { History, Quote } from './History.tsx';
import { KeyboardHelp } from './KeyboardHelp.tsx';
import { listLabels } from './lists.ts';
import type { Change } from './offers.ts';
import { Reply } from './Reply.tsx';
import { useChanges } from './use-changes.ts';
import { lastEnquiry, lastList, useNeighbours } from './use-enquiry-list.ts';
import { badgeLabels, listOfNames, stateWords } from './words.ts';

const BlockOffers = lazy(async () => ({
  default: (await import('../features/block-list/BlockOffers.tsx')).BlockOffers,
}));

export function EnquiryPage() {
  const { reference: name = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['enquiry.read', name],
    queryFn: ({ signal }) => call('enquiry.read', { name }, { signal }),
  });
  const { enquiry } = data ?? {};
  const shown = enquiry?.reference ?? name;
  const isGone = error instanceof RequestError && (error.status === 404 || error.status === 400);
  return (
    <Page>
      <Ways reference={shown} isSpam={enquiry?.status === 'quarantined'} />
      <PageTitle
        key={name}
        title={`Enquiry ${shown}`}
        lead={
          enquiry && (
            <Sender>
              <span dir="auto">{enquiry.name}</span>
              <span dir="auto">{enquiry.organisation}</span>
            </Sender>
          )
        }
      >
        {enquiry && <CopyButton text={enquiry.reference} what="reference" />}
      </PageTitle>
      {isGone && <Gone id={enquiry?.id} />}
      {!isGone && <ListError error={error} onRetry={() => void refetch()} />}
      {data && !isGone && <Opened key={data.enquiry.id} opened={data} />}
      {!data && !error && <Prose aria-busy="true">Loading …</Prose>}
      <KeyboardHelp />
    </Page>
  );
}

function Opened({ opened }: { opened: OutputOf<'enquiry.read'> }) {
  const { enquiry, history, others } = opened;
  const { id, message, email, status } = enquiry;
  const { may } = useSession();
  const changes = useChanges();
  const [isReplying, setIsReplying] = useState(false);
  const alsoHere = useAlsoHere(id, isReplying);
  const note = useRef<HTMLInputElement>(null);
  const run = (enquiries: readonly Enquiry[], change: Change) =>
    void changes.run(enquiries, change);
  const onRun = (_enquiries: unknown, change: Change) => run([enquiry], change);
  const keys = useChangeKeys(() => enquiry, changes.isBusy, onRun);
  useShortcuts({ n: () => note.current?.focus() });
  const { state } = useLocation() as { state: { note?: boolean; reply?: boolean } | null };
  useEffect(() => {
    if (state?.note) note.current?.focus();
  }, [state]);
  const isSpam = status === 'quarantined';
  return (
    <>
      <Status enquiry={enquiry} alsoHere={alsoHere.map((colleague) => colleague.name)} />
      <Bar role="group" aria-label="Actions" data-print="hide">
        <ChangeButtons enquiries={[enquiry]} isBusy={changes.isBusy} onRun={onRun} />
        <Resend enquiry={enquiry} isBusy={changes.isBusy} onResend={changes.resend} />
        <Button $small $quiet onClick={() => print()}>
          Print
        </Button>
      </Bar>
      {changes.message && (
        <Message tone="danger" role="alert">
          {changes.message}
        </Message>
      )}
      <Reasons enquiry={enquiry} />
      {(isSpam || enquiry.marked) && may('enquiry.change') && (
        <Suspense>
          <BlockOffers submission={enquiry} />
        </Suspense>
      )}
      {keys}
      <LinkedAction enquiry={enquiry} onRun={onRun} />
      <Columns>
        <section aria-labelledby="message-title">
          <Head>
            <PanelTitle id="message-title">Message</PanelTitle>
            <CopyButton text={message} what="message" />
          </Head>
          <Typed dir="auto">{message}</Typed>
          {!isSpam && email !== '' && (
            <Reply
              enquiry={enquiry}
              alsoReplying={alsoHere.filter((one) => one.isReplying).map((one) => one.name)}
              isAsked={state?.reply ?? false}
              changes={changes}
              onReplying={setIsReplying}
            />
          )}
        </section>
        <Facts
          enquiry={enquiry}
          others={others}
          isBusy={changes.isBusy}
          onTags={(tags) => run([enquiry], { patch: { tags } })}
        />
        <History lines={history} enquiry={enquiry} field={note} changes={changes} />
      </Columns>
    </>
  );
}

function Status({ enquiry, alsoHere }: { enquiry: Enquiry; alsoHere: readonly string[] }) {
  const now = useNow();
  const nameOf = useNames();
  return (
    <StatusLine role="status">
      <strong>{stateWords(enquiry, nameOf)}</strong>
      <ReplyDue enquiry={enquiry} now={now} />
      <FollowUp enquiry={enquiry} now={now} />
      {enquiry.marked && <BadgeMark>Possible spam</BadgeMark>}
      <Badges badges={enquiry.badges} />
      {alsoHere.length > 0 && (
        <em>
          {listOfNames(alsoHere)} {alsoHere.length === 1 ? 'is' : 'are'} also viewing this
        </em>
      )}
    </StatusLine>
  );
}

interface ResendProps {
  enquiry: Enquiry;
  isBusy: boolean;
  onResend: (enquiry: Enquiry) => Promise<boolean>;
}

function Resend({ enquiry, isBusy, onResend }: ResendProps) {
  const { may } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const hasFailed = enquiry.badges.some((badge) => badgeLabels[badge].isSevere);
  if (!hasFailed || enquiry.status === 'quarantined' || !may('email.resend')) return null;
  return (
    <>
      <Button $small $quiet disabled={isBusy} onClick={() => setIsAsking(true)}>
        Resend failed emails
      </Button>
      {isAsking && (
        <Confirm
          title="Resend failed emails?"
          words="Only the failed emails will be resent."
          action="Resend"
          onConfirm={() => void onResend(enquiry)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** Says why an enquiry is spam or possible spam. */
function Reasons({ enquiry: { status, marked, reasons } }: { enquiry: Enquiry }) {
  const words = reasons.join('; ');
  if (status === 'quarantined') {
    return (
      <Message>
        {words ? `Why this was marked as spam: ${words}.` : 'Marked as spam by a colleague.'}
      </Message>
    );
  }
  if (!marked) return null;
  return (
    <Message>
      This is possible spam{words && `: ${words}`}. No acknowledgement is sent until somebody
      chooses ‘Not spam’.
    </Message>
  );
}

/** Links back to the list that the user came from, and to the previous and next enquiry in it. */
function Ways({ reference, isSpam }: { reference: string; isSpam: boolean }) {
  const { previous, next } = useNeighbours(reference);
  const [address] = useTabStorage(lastList);
  const back = address || (isSpam ? pages.spam.path : pages.enquiries.path);
  const [, setLast] = useMemory(lastEnquiry);
  useEffect(() => setLast(reference), [reference, setLast]);
  return (
    <Navigation aria-label="Enquiries" data-print="hide">
      <BackLink to={back}>
        ← {back.startsWith(pages.spam.path) ? listLabels.spam : 'All enquiries'}
      </BackLink>
      <SideBySide>
        {previous && <BackLink to={`/enquiries/${previous}`}>Previous</BackLink>}
        {next && <BackLink to={`/enquiries/${next}`}>Next</BackLink>}
      </SideBySide>
    </Navigation>
  );
}

/** Says that an enquiry does not exist, with what the user had typed there. */
function Gone({ id }: { id: string | undefined }) {
  return (
    <>
      <Prose>
        This enquiry does not exist. It may have been deleted, or the reference may be wrong.
      </Prose>
      {id !== undefined && (
        <>
          <Unsent id={id} kind="reply" lead="You had not sent this reply:" />
          <Unsent id={id} kind="note" lead="You had not saved this note:" />
        </>
      )}
    </>
  );
}

function Unsent({ id, kind, lead }: { id: string; kind: 'reply' | 'note'; lead: string }) {
  const [draft, setDraft] = useDraft(`${kind} ${id}`);
  if (draft === '') return null;
  return (
    <UnsentBox>
      <Prose>{lead}</Prose>
      <Quote dir="auto">{draft}</Quote>
      <SideBySide>
        <CopyButton text={draft} what={kind} isMain />
        <Button $small $quiet onClick={() => setDraft('')}>
          Discard the {kind}
        </Button>
      </SideBySide>
    </UnsentBox>
  );
}

const Page = styled.div`
  max-width: 72rem;
`;

const Sender = styled.span`
  > span {
    display: block;
    text-align: left;
    overflow-wrap: anywhere;
  }
  > :first-child {
    color: ${color.ink};
    font-weight: 600;
  }
`;

const StatusLine = styled(SideBySide)`
  gap: 0.25rem ${space.medium};
  padding-top: ${space.base};

  em {
    color: ${color.muted};
    font-size: ${size.small};
  }
`;

const Bar = styled(SideBySide)`
  padding-block: ${space.base};
`;

const Columns = styled.div`
  display: grid;
  gap: ${space.large};
  padding-top: ${space.base};

  > * {
    min-width: 0;
  }
  ${media.wide} {
    grid-template: auto 1fr / minmax(0, 1fr) 19rem;
    align-items: start;
    column-gap: ${space.huge};

    > aside {
      grid-column: 2;
      grid-row: 1 / span 2;
    }
  }
`;

const Head = styled(SideBySide)`
  justify-content: space-between;
  margin-bottom: ${space.small};
`;

const Typed = styled.p`
  max-width: 42em;
  padding-left: ${space.medium};
  border-left: 3px solid ${color.accent};
  font-size: 1.125rem;
  line-height: 1.65;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  text-wrap: wrap;
  unicode-bidi: plaintext;
`;

const Navigation = styled.nav`
  display: flex;
  justify-content: space-between;

  > div {
    gap: ${space.base};
  }
`;

const UnsentBox = styled.section`
  display: grid;
  gap: ${space.small};
  margin-top: ${space.medium};
`;
