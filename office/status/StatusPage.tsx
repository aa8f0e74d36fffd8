import { useEffect } from 'react';
import { styled } from 'styled-components';

import { color, font, size, space } from '#design/tokens.ts';
import type { OutputOf } from '../api.ts';
import { wordsOf } from '../client.ts';
import { pages } from '../page-list.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { isAttended } from '../shell/pulse.tsx';
import { useAnswer } from '../shell/use-action.ts';
import { Message, Panel, Read } from '../ui.tsx';
import { Findings, LevelMark, type FindingView } from './Findings.tsx';
import { QueueList } from './QueueList.tsx';
import { levelWords, type Level } from './words.ts';

/** Shows whether enquiries arrive, what is wrong if they do not, and what to do. */
export function StatusPage() {
  const query = useAnswer('status.read', {});
  const { data: status, error, refetch } = query;
  useEffect(() => {
    const timer = setInterval(() => {
      if (isAttended()) void refetch();
    }, 15_000);
    return () => clearInterval(timer);
  }, [refetch]);
  return (
    <>
      <PageTitle title={pages.status.title} lead="Refreshes every 15 seconds. No personal data." />
      {error && status && (
        <Message tone="danger" role="alert">
          This page is out of date. {wordsOf(error)}
        </Message>
      )}
      <Read query={query}>{(answer) => <Parts {...answer} />}</Read>
    </>
  );
}

function Parts({ level, findings, queues }: OutputOf<'status.read'>) {
  const outage = findings.find((finding) => finding.level === 'critical' && !finding.because);
  return (
    <>
      <Verdict role="status">
        <LevelMark level={level} />
        <p>{outage?.says ?? verdictWords[level]}</p>
      </Verdict>
      <WidePanel title="Enquiry pipeline">
        <Pipeline findings={findings} />
      </WidePanel>
      <WidePanel title="Problems">
        <Findings findings={findings} />
      </WidePanel>
      <WidePanel title="Queues">
        {queues ? (
          <QueueList queues={queues} />
        ) : (
          <Message>Redis is not answering. Its jobs are safe but cannot be shown.</Message>
        )}
      </WidePanel>
    </>
  );
}

/** The checks of the parts that an enquiry passes. */
const parts = ['site', 'api', 'redis', 'worker', 'mongodb', 'mail'];

/** The way of an enquiry, from the page to the emails, with the state of each part. */
function Pipeline({ findings }: { findings: readonly FindingView[] }) {
  const shown = parts.flatMap((part) => findings.find(({ id }) => id === part) ?? []);
  return (
    <Way role="list">
      {shown.map(({ id, level, subject, latency }) => (
        <li key={id}>
          <LevelMark level={level} />
          <h3>{subject}</h3>
          <p>
            {levelWords[level]}
            {level === 'ok' && `, ${latency} ms`}
          </p>
        </li>
      ))}
    </Way>
  );
}

const verdictWords: Record<Level, string> = {
  ok: 'All checks passed.',
  unknown: 'Some checks could not run.',
  warning: 'Enquiries are arriving, but something needs attention.',
  critical: 'Something is down.',
};

const WidePanel = styled(Panel)`
  grid-template-columns: minmax(0, 1fr);
  max-width: none;
`;

const Verdict = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space.base} clamp(1rem, 3vw, 2rem);
  padding-block: clamp(2rem, 5vw, 3.5rem);

  > svg {
    width: clamp(2.5rem, 7vw, 4rem);
    stroke-width: 1;
  }
  > p {
    max-width: 22em;
    font: 400 clamp(1.625rem, 1.1rem + 2.4vw, 2.875rem) / 1.18 ${font.display};
    text-wrap: balance;
  }
`;

const Way = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));
  gap: ${space.medium};
  width: 100%;

  li {
    padding-top: ${space.small};
    border-top: 1px solid ${color.control};
  }
  h3 {
    font: 400 1.25rem/1.4 ${font.display};
  }
  p {
    font-size: ${size.small};
    font-variant-numeric: tabular-nums;
  }
`;
