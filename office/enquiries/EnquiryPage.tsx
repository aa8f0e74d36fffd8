import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, space } from '#design/tokens.ts';
import { BlockOffers } from '../block-list/BlockOffers.tsx';
import { call, RequestError } from '../client.ts';
import { pages } from '../page-list.ts';
import { useDraft } from '../shell/drafts.ts';
import { BackLink, PageTitle } from '../shell/PageTitle.tsx';
import { useAlsoHere } from '../shell/pulse.tsx';
import { useSession } from '../shell/session.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useAnswer } from '../shell/use-action.ts';
import { useNames } from '../shell/use-names.ts';
import { useNow } from '../shell/use-now.ts';
import { useToast } from '../toast.tsx';
import {
  Button,
  ErrorMessage,
  Failure,
  InSight,
  Message,
  PanelTitle,
  Prose,
  RowNote,
  SideBySide,
} from '../ui.tsx';
import type { OutputOf } from '../api.ts';
import { ChangeButtons, LinkedAction, usePressing } from './ChangeButtons.tsx';
import { Facts } from './Facts.tsx';
import { History, Quote } from './History.tsx';
import { KeyboardHelp } from './KeyboardHelp.tsx';
import { Marks } from './Marks.tsx';
import { Reply } from './Reply.tsx';
import { useChanges } from './use-changes.ts';
import { lastOpened, type FromList } from './use-enquiry-list.ts';
import { badgeMarks, namesAre, newOnesAreSafe, spamWords, stateWords } from './words.ts';

export function EnquiryPage() {
  const { reference: name = '' } = useParams();
  const query = useAnswer('enquiry.read', { name });
  const { data: opened, error } = query;
  const { enquiry } = opened ?? {};
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
            <>
              <strong>
                <bdi>{enquiry.name}</bdi>
              </strong>
              <p>
                <bdi>{enquiry.organisation}</bdi>
              </p>
            </>
          )
        }
      />
      {isGone && <Gone key={enquiry?.id} id={enquiry?.id} />}
      {!isGone && <Failure query={query} whenDown={newOnesAreSafe} />}
      {opened && !isGone && <Opened key={opened.enquiry.id} opened={opened} />}
      {!opened && !error && <Prose aria-busy="true">Loading …</Prose>}
      <KeyboardHelp />
    </Page>
  );
}

/** Links back to the list that the user came from, and to the previous and next enquiry in it. */
function Ways({ reference, isSpam }: { reference: string; isSpam: boolean }) {
  const navigate = useNavigate();
  const home = isSpam ? pages.spam : pages.enquiries;
  const { state } = useLocation() as { state: FromList | null };
  const { list, order } = state ?? { list: home.path, order: [] };
  const from: FromList = { list, order };
  const place = order.indexOf(reference);
  const [previous, next] = [order[place - 1], place === -1 ? undefined : order[place + 1]];
  const open = (other: string | undefined) => () => {
    if (other) navigate(`/enquiries/${other}`, { state: from });
  };
  useShortcuts({ k: open(previous), j: open(next) });
  useEffect(() => {
    lastOpened.reference = reference;
  }, [reference]);
  return (
    <SideBySide as="nav" $apart aria-label="Enquiries" data-print="hide">
      <BackLink to={list}>
        ← {list.startsWith(pages.spam.path) ? pages.spam.title : 'All enquiries'}
      </BackLink>
      <SideBySide $gap="base">
        {previous && (
          <BackLink to={`/enquiries/${previous}`} state={from}>
            Previous
          </BackLink>
        )}
        {next && (
          <BackLink to={`/enquiries/${next}`} state={from}>
            Next
          </BackLink>
        )}
      </SideBySide>
    </SideBySide>
  );
}

function Opened({ opened }: { opened: OutputOf<'enquiry.read'> }) {
  const { enquiry, history, others } = opened;
  const { id, status, marked } = enquiry;
  const { may } = useSession();
  const now = useNow();
  const nameOf = useNames();
  const toast = useToast();
  const changes = useChanges();
  const pressing = usePressing(changes, () => [enquiry]);
  const [isReplying, setIsReplying] = useState(false);
  const alsoHere = useAlsoHere(id, isReplying);
  const viewers = alsoHere.filter((colleague) => !colleague.isReplying).map(({ name }) => name);
  const writers = alsoHere.filter((colleague) => colleague.isReplying).map(({ name }) => name);
  const note = useRef<HTMLInputElement>(null);
  const { state } = useLocation() as { state: FromList | null };
  useShortcuts({ n: () => note.current?.focus() });
  useEffect(() => {
    if (state?.does === 'note') note.current?.focus();
  }, [state]);
  const isSpam = status === 'quarantined';
  const hasFailed = !isSpam && enquiry.badges.some((badge) => badgeMarks[badge].isSevere);
  const resend = () =>
    changes.perform(async () => {
      await call('enquiry.resend', { id });
      toast({ words: `${enquiry.reference}: failed emails are being resent.` });
    });
  return (
    <>
      <SideBySide $gap="medium" $above="base" role="status">
        <strong>{stateWords(enquiry, nameOf)}</strong>
        <Marks enquiry={enquiry} now={now} />
        {viewers.length > 0 && <RowNote>{namesAre(viewers)} also viewing this</RowNote>}
        {writers.length > 0 && <RowNote>{namesAre(writers)} writing a reply</RowNote>}
      </SideBySide>
      <Bar role="group" aria-label="Actions" data-print="hide">
        <ChangeButtons enquiries={[enquiry]} pressing={pressing} />
        {hasFailed && may('email.resend') && (
          <Button $small $quiet disabled={changes.isBusy} onClick={() => void resend()}>
            Resend failed emails
          </Button>
        )}
        <Button $small $quiet onClick={() => print()}>
          Print
        </Button>
      </Bar>
      <InSight>
        <ErrorMessage error={changes.message} />
      </InSight>
      {(isSpam || marked) && (
        <Message>
          {spamWords(enquiry)}
          {!isSpam && ' No acknowledgement is sent until somebody chooses ‘Not spam’.'}
        </Message>
      )}
      {(isSpam || marked) && may('enquiry.change') && <BlockOffers submission={enquiry} />}
      {pressing.dialog}
      <LinkedAction enquiry={enquiry} pressing={pressing} />
      <Columns>
        <section aria-labelledby="message-title">
          <PanelTitle id="message-title">Message</PanelTitle>
          <Typed dir="auto">{enquiry.message}</Typed>
          {!isSpam && enquiry.email !== '' && (
            <Reply
              enquiry={enquiry}
              alsoReplying={writers}
              isAsked={state?.does === 'reply'}
              changes={changes}
              onReplying={setIsReplying}
            />
          )}
        </section>
        <Facts
          enquiry={enquiry}
          others={others}
          isBusy={changes.isBusy}
          onTags={(tags) => void changes.run([enquiry], { tags })}
        />
        <History lines={history} enquiry={enquiry} field={note} changes={changes} />
      </Columns>
    </>
  );
}

/** Says that an enquiry does not exist, with what the user had typed there. */
function Gone({ id = '' }: { id: string | undefined }) {
  const [reply, setReply] = useDraft(`reply ${id}`);
  const [note, setNote] = useDraft(`note ${id}`);
  function discard(): void {
    setReply('');
    setNote('');
  }
  return (
    <>
      <Prose>
        This enquiry does not exist. It may have been deleted, or the reference may be wrong.
      </Prose>
      {(reply || note) && (
        <section>
          <Prose>You had not sent or saved this:</Prose>
          <Quote dir="auto">{[reply, note].join('\n\n').trim()}</Quote>
          <Button $small $quiet onClick={discard}>
            Discard
          </Button>
        </section>
      )}
    </>
  );
}

const Page = styled.div`
  max-width: 72rem;

  header strong {
    color: ${color.ink};
    font-weight: 600;
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

const Typed = styled.p`
  max-width: 42em;
  margin-top: ${space.small};
  padding-left: ${space.medium};
  border-left: 3px solid ${color.accent};
  font-size: 1.125rem;
  line-height: 1.65;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  text-wrap: wrap;
  unicode-bidi: plaintext;
`;
