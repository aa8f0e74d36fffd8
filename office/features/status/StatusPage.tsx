import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { styled } from 'styled-components';

import { font, space } from '../../../design/tokens.ts';
import { queueBoardPath } from '../../paths.ts';
import type { AnswerOf } from '../../office-api.ts';
import type { Level } from './actions.ts';
import { isAttended } from '../../shell/pulse.tsx';
import { useOperation } from '../../shell/use-operation.ts';
import { wordsOf } from '../../client.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { Chain } from './Chain.tsx';
import { Findings } from './Findings.tsx';
import { LevelMark } from './LevelMark.tsx';
import { QueueList } from './QueueList.tsx';
import { causesOf } from './words.ts';
import { pages } from '../../page-list.ts';
import { Message, Panel, Prose, Read } from '../../ui.tsx';

/** Milliseconds between two refreshes. */
const refreshEvery = 15_000;
/** Milliseconds without input after which the page stops refreshing. */
const attendedFor = 15 * 60_000;

/** Shows whether enquiries arrive, what is wrong if they do not, and what to do. */
export function StatusPage() {
  const health = useOperation('status.health');
  const queues = useOperation('queue.list');
  useRefresh();
  const error = health.error ?? queues.error;
  return (
    <>
      <PageTitle title={pages.status.title} lead="Refreshes every 15 seconds. No personal data." />
      {error && health.data && (
        <Stale tone="danger" role="alert">
          This page is out of date. {wordsOf(error)}
        </Stale>
      )}
      <Read query={health}>{(found) => <Health health={found} />}</Read>
      <Section title="Queues">
        <Read query={queues}>
          {({ queues: found }) =>
            found.length === 0 ? (
              <Message>Redis is not answering. Its jobs are safe but cannot be shown.</Message>
            ) : (
              <QueueList queues={found} />
            )
          }
        </Read>
        <Prose>
          To see individual jobs and why they failed, open the{' '}
          <a href={queueBoardPath}>queue board</a>.
        </Prose>
      </Section>
    </>
  );
}

function useRefresh(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isAttended(attendedFor)) return;
      for (const name of ['status.health', 'queue.list']) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
    }, refreshEvery);
    return () => clearInterval(timer);
  }, [queryClient]);
}

function Health({ health }: { health: AnswerOf<'status.health'> }) {
  const { level, findings } = health;
  const outage = level === 'critical' ? causesOf(findings)[0]?.cause.says : undefined;
  return (
    <>
      <Proof role="status">
        <LevelMark level={level} />
        <Headline>{outage ?? verdictWords[level]}</Headline>
      </Proof>
      <Section title="Enquiry pipeline">
        <Chain findings={findings} />
      </Section>
      <Section title="Problems">
        <Findings findings={findings} />
      </Section>
    </>
  );
}

const verdictWords: Record<Level, string> = {
  ok: 'All checks passed.',
  unknown: 'Some checks could not run.',
  warning: 'Enquiries are arriving, but something needs attention.',
  critical: 'Something is down.',
};

const Section = styled(Panel)`
  grid-template-columns: minmax(0, 1fr);
  max-width: none;
  gap: ${space.medium};
`;

const Stale = styled(Message)`
  margin-top: ${space.medium};
`;

const Proof = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space.base} clamp(1rem, 3vw, 2rem);
  padding-block: clamp(2rem, 5vw, 3.5rem);

  > svg {
    width: clamp(2.5rem, 7vw, 4rem);
    height: clamp(2.5rem, 7vw, 4rem);
    margin-top: 0.25rem;
    stroke-width: 1;
  }
`;

const Headline = styled.p`
  max-width: 22em;
  font: 400 clamp(1.625rem, 1.1rem + 2.4vw, 2.875rem) / 1.18 ${font.display};
  letter-spacing: -0.014em;
  text-wrap: balance;
`;
