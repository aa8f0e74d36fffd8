import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, type ReactNode } from 'react';
import { styled } from 'styled-components';

import { color, font, size, space } from '../../../design/tokens.ts';
import { queueBoardPath } from '../../../contract/api.ts';
import type { AnswerOf } from '../../office-api.ts';
import type { Level } from './actions.ts';
import { Message } from '../../controls/Message.tsx';
import { PanelTitle, Prose } from '../../controls/Panel.tsx';
import { Read } from '../../controls/Read.tsx';
import { isAttended } from '../../shell/live.tsx';
import { useOperation } from '../../shell/use-operation.ts';
import { wordsOf } from '../../shell/request.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { Chain } from './Chain.tsx';
import { FailedGroups } from './FailedGroups.tsx';
import { Figures } from './Figures.tsx';
import { FindEnquiry } from './FindEnquiry.tsx';
import { Findings } from './Findings.tsx';
import { LevelMark } from './LevelMark.tsx';
import { Queues } from './Queues.tsx';
import { Section } from './Section.tsx';

/** Milliseconds between two looks: health is only known by looking. */
const lookEvery = 15_000;
/** Milliseconds after which a page that nobody touches looks no more. */
const attendedFor = 15 * 60_000;

/** Whether enquiries come through, what is wrong if not, and what can be done about it here. */
export function StatusPage() {
  const health = useOperation('status.health');
  const queues = useOperation('queue.list');
  const figures = useOperation('status.figures');
  useLooks();
  const error = health.error ?? queues.error ?? figures.error;
  return (
    <>
      <PageTitle title="On call" lead="Looks anew every 15 seconds. Nothing here is personal." />
      {error && health.data && (
        <Stale tone="danger" role="alert">
          What you see is old: {wordsOf(error)}
        </Stale>
      )}
      <Read query={health}>{(found) => <Health health={found} />}</Read>
      <Part title="Queues">
        <Read query={queues}>
          {({ queues: found, away }) =>
            away.length > 0 ? (
              <Message>Redis does not answer: what waits in it is safe, and not known now.</Message>
            ) : (
              <Queues queues={found} />
            )
          }
        </Read>
      </Part>
      <Part title="Jobs that were given up">
        <Read query={queues}>
          {({ groups, away }) =>
            away.length > 0 ? (
              <Prose>Not known while Redis does not answer.</Prose>
            ) : (
              <FailedGroups groups={groups} />
            )
          }
        </Read>
        <Prose>
          Single jobs are on the <a href={queueBoardPath}>queue board</a>.
        </Prose>
      </Part>
      <FindEnquiry />
      <Part title="Over time">
        <Read query={figures}>{(found) => <Figures figures={found} />}</Read>
      </Part>
    </>
  );
}

/** Looks again and again, for as long as somebody is there. */
function useLooks(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isAttended(attendedFor)) return;
      for (const name of ['status.health', 'queue.list', 'status.figures']) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
    }, lookEvery);
    return () => clearInterval(timer);
  }, [queryClient]);
}

function Health({ health }: { health: AnswerOf<'status.health'> }) {
  const { level, proven, newest, findings, chain } = health;
  return (
    <>
      <Proof role="status">
        <LevelMark level={level} />
        <div>
          <Proven>{proven}</Proven>
          <Verdict>
            {verdictWords[level]} {newest}
          </Verdict>
        </div>
      </Proof>
      <Part title="The way of an enquiry">
        <Chain stations={chain} />
      </Part>
      <Part title="What is wrong">
        <Findings findings={findings} />
      </Part>
    </>
  );
}

const verdictWords: Record<Level, string> = {
  ok: 'All is well.',
  unknown: 'Not everything can be looked at.',
  warning: 'It works, and something needs to be looked at.',
  critical: 'Something is broken.',
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Section aria-labelledby={id}>
      <PanelTitle id={id}>{title}</PanelTitle>
      {children}
    </Section>
  );
}

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

const Proven = styled.p`
  max-width: 22em;
  font: 400 clamp(1.625rem, 1.1rem + 2.4vw, 2.875rem) / 1.18 ${font.display};
  letter-spacing: -0.014em;
  text-wrap: balance;
`;

const Verdict = styled.p`
  margin-top: ${space.tiny};
  font-size: ${size.lead};
  color: ${color.muted};
`;
