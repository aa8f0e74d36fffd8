import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, media, size, space } from '../../../../design/tokens.ts';
import { CopyButton } from '../../../controls/CopyButton.tsx';
import { PanelTitle, Prose } from '../../../controls/Panel.tsx';
import { SideBySide } from '../../../controls/Rows.tsx';
import { useShortcuts } from '../../../controls/shortcuts.ts';
import { useNow } from '../../../controls/use-now.ts';
import type { AnswerOf } from '../../../office-api.ts';
import { isAttended, readersKey } from '../../../shell/live.tsx';
import { PageTitle } from '../../../shell/PageTitle.tsx';
import { RequestError } from '../../../shell/request.ts';
import { useSession } from '../../../shell/session.tsx';
import { useNames } from '../../../shell/use-names.ts';
import { callOperation, retryWhileDown } from '../../../shell/use-operation.ts';
import { Badges, FollowUp, ReplyDue } from '../Badges.tsx';
import { actOf, type Act } from '../acts.ts';
import { Conflict } from '../Conflict.tsx';
import { KeyboardHelp } from '../KeyboardHelp.tsx';
import { ListWarning } from '../list/ListState.tsx';
import { stateWords } from '../state.ts';
import { useChanges, type Following } from '../use-changes.ts';
import { EnquiryActions } from './Actions.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { Related } from './Related.tsx';
import { Reply } from './Reply.tsx';
import { Tags } from './Tags.tsx';
import { UnsentTexts } from './UnsentTexts.tsx';
import { Ways } from './Ways.tsx';

export function EnquiryPage() {
  const { reference = '' } = useParams();
  const { data, error, refetch } = useOpened(reference);
  const { submission } = data ?? {};
  const isSpam = submission?.status === 'quarantined';
  const shown = submission?.reference ?? reference;
  const isGone = error instanceof RequestError && (error.status === 404 || error.status === 400);
  return (
    <Page>
      <Ways reference={shown} isSpam={isSpam} />
      <PageTitle
        key={reference}
        title={`Enquiry ${shown}`}
        lead={
          submission && (
            <Sender>
              <span dir="auto">
                {submission.firstName} {submission.lastName}
              </span>
              <span dir="auto">{submission.organisation}</span>
            </Sender>
          )
        }
      >
        {submission && <CopyButton text={submission.reference} what="reference" />}
      </PageTitle>
      {isGone ? (
        <>
          <Prose>
            This enquiry does not exist. It may have been deleted, or the reference may be wrong.
          </Prose>
          {submission && <UnsentTexts key={submission.id} id={submission.id} />}
        </>
      ) : (
        <ListWarning error={error} onRetry={() => void refetch()} />
      )}
      {data && !isGone && <Opened key={data.submission.id} opened={data} />}
      {!data && !error && <Prose aria-busy="true">Loading …</Prose>}
      <KeyboardHelp />
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
    refetchInterval: retryWhileDown,
  });
}

function Opened({ opened }: { opened: AnswerOf<'enquiry.open'> }) {
  const { submission, handling, badges, replyDueOn } = opened;
  const { id, reference, status, message } = submission;
  const changes = useChanges();
  const now = useNow();
  const note = useRef<HTMLInputElement>(null);
  const statusLine = useRef<HTMLDivElement>(null);
  const nameOf = useNames();
  const readers = useReaders(id).map(nameOf);
  useShortcuts({ n: () => note.current?.focus() });
  const { state } = useLocation() as { state: { note?: boolean } | null };
  useEffect(() => {
    if (state?.note) note.current?.focus();
  }, [state]);

  async function act(what: Act, following?: Following): Promise<void> {
    await changes.run([{ id, reference, version: handling.version }], what, following);
    // The button that had the focus may have disappeared.
    setTimeout(() => {
      if (document.activeElement === document.body) statusLine.current?.focus();
    });
  }
  return (
    <>
      <Status ref={statusLine} role="status" tabIndex={-1}>
        <strong>{stateWords({ ...handling, status }, nameOf)}</strong>
        <ReplyDue enquiry={{ ...handling, status }} on={replyDueOn} now={now} />
        <FollowUp enquiry={handling} now={now} />
        <Badges badges={badges} />
        {readers.length > 0 && (
          <em>
            {readers.join(', ')} {readers.length === 1 ? 'is' : 'are'} also viewing this
          </em>
        )}
      </Status>
      <EnquiryActions
        opened={opened}
        disabled={changes.isBusy}
        onAct={(what) => void act(what)}
        onResend={() => void changes.runFinal([submission], 'enquiry.resend')}
      />
      <Columns>
        <section aria-labelledby="message-title">
          <Head>
            <PanelTitle id="message-title">Message</PanelTitle>
            <CopyButton text={message} what="message" />
          </Head>
          <Typed dir="auto">{message}</Typed>
          {status !== 'quarantined' && (
            <Reply
              submission={submission}
              earlier={handling.replies}
              isBusy={changes.isBusy}
              onSend={act}
            />
          )}
        </section>
        <Facts submission={submission}>
          <Tags tags={handling.tags} isBusy={changes.isBusy} onAct={(what) => void act(what)} />
          <Related opened={opened} changes={changes} />
        </Facts>
        <History
          opened={opened}
          field={note}
          isBusy={changes.isBusy}
          onSave={(text, onDone) => act(actOf('enquiry.note', { text }), { onDone })}
        />
      </Columns>
      <Conflict changes={changes} />
    </>
  );
}

/** Milliseconds between two reports that the user is viewing the enquiry. */
const sayEvery = 20_000;
/** The user counts as viewing the page for this many milliseconds after the last input. */
const attendedFor = 5 * 60_000;

/** The colleagues who are viewing the same enquiry. Also reports that the user is viewing it. */
function useReaders(id: string): string[] {
  const queryClient = useQueryClient();
  const { username } = useSession();
  const queryKey = readersKey(id);
  const { data: readers = [] } = useQuery({
    queryKey,
    async queryFn() {
      if (!isAttended(attendedFor)) return queryClient.getQueryData<string[]>(queryKey) ?? [];
      return (await callOperation('enquiry.viewing', { id })).others;
    },
    staleTime: 0,
    refetchInterval: sayEvery,
  });
  useEffect(() => {
    return () =>
      void callOperation('enquiry.viewing', { id, leaving: true }).catch(() => undefined);
  }, [id]);
  return readers.filter((reader) => reader !== username);
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

const Status = styled(SideBySide)`
  gap: 0.25rem ${space.medium};
  padding-top: ${space.base};

  em {
    color: ${color.muted};
    font-size: ${size.small};
  }
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
