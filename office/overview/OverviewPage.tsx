import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, font, media, size, space } from '#design/tokens.ts';
import type { OutputOf } from '../api.ts';
import { ExportEnquiries } from '../enquiries/ExportEnquiries.tsx';
import { counted } from '../enquiries/words.ts';
import { pages } from '../page-list.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useAnswer } from '../shell/use-action.ts';
import { useNames } from '../shell/use-names.ts';
import { Fact, PanelTitle, Read } from '../ui.tsx';
import { WeeksChart } from './WeeksChart.tsx';

type Overview = OutputOf<'overview.read'>;

/** Figures for the last 12 weeks, without personal data of visitors. */
export function OverviewPage() {
  const query = useAnswer('overview.read', {});
  return (
    <>
      <PageTitle title={pages.overview.title} lead="Figures for the last 12 weeks.">
        <ExportEnquiries />
      </PageTitle>
      <Contents>
        <Read query={query}>
          {(overview) => (
            <>
              <Numbers overview={overview} at={query.dataUpdatedAt} />
              <section aria-labelledby="load-title">
                <PanelTitle id="load-title">Open enquiries by colleague</PanelTitle>
                <Load load={overview.load} />
              </section>
              <section aria-labelledby="weeks-title">
                <PanelTitle id="weeks-title">Enquiries by week</PanelTitle>
                <WeeksChart weeks={overview.weeks} />
              </section>
            </>
          )}
        </Read>
      </Contents>
    </>
  );
}

const overdueList = `${pages.enquiries.path}?tab=all&reply=overdue&sort=oldest`;

/** `at` is when the figures were loaded, in milliseconds since 1970. */
function Numbers({ overview, at }: { overview: Overview; at: number }) {
  const { open, oldestOpen, timeToClose, due, inTime, overdue, weeks } = overview;
  const sum = (kind: 'received' | 'spam') => weeks.reduce((total, week) => total + week[kind], 0);
  return (
    <Facts>
      <Fact label="Open enquiries">{open}</Fact>
      <Fact label="Oldest open enquiry">
        {oldestOpen === null ? 'None' : durationWords(at - Date.parse(oldestOpen))}
      </Fact>
      <Fact label="Median time to close">
        {timeToClose === null ? 'None closed yet' : durationWords(timeToClose)}
      </Fact>
      <Fact label="Replies overdue">{overdue ? <Link to={overdueList}>{overdue}</Link> : 0}</Fact>
      <Fact label="Answered in time">{shareWords(inTime, due, 'None due yet')}</Fact>
      <Fact label="Spam">
        {shareWords(sum('spam'), sum('spam') + sum('received'), 'None received')}
      </Fact>
    </Facts>
  );
}

function Load({ load }: Pick<Overview, 'load'>) {
  const nameOf = useNames();
  return (
    <table aria-labelledby="load-title">
      <thead>
        <tr>
          <th scope="col">Assigned to</th>
          <th scope="col">Enquiries</th>
        </tr>
      </thead>
      <tbody>
        {load.map(({ owner, open }) => (
          <tr key={owner}>
            <th scope="row">{owner === null ? 'Unassigned' : nameOf(owner)}</th>
            <td>{open}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shareWords(part: number, whole: number, ofNothing: string): string {
  return whole === 0 ? ofNothing : `${Math.round((part / whole) * 100)}% of ${whole}`;
}

/** A duration in its largest unit: '3 days', '4 hours', 'under an hour'. */
function durationWords(milliseconds: number): string {
  const hours = Math.round(milliseconds / 3_600_000);
  if (hours === 0) return 'under an hour';
  return hours < 24 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day');
}

const Contents = styled.div`
  display: grid;
  gap: ${space.large};
  padding-block: ${space.large};

  table {
    width: 100%;
    margin-top: ${space.small};
    border-collapse: collapse;
    font-size: 0.9375rem;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0.375rem 0 0.375rem ${space.small};
    border-bottom: 1px solid ${color.line};
    text-align: right;
  }
  th:first-child {
    padding-left: 0;
    text-align: left;
  }
  tbody th {
    min-width: 3.75rem;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
`;

const Facts = styled.dl`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space.medium} clamp(1rem, 3vw, 2.5rem);

  ${media.medium} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  > div {
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
    padding-top: ${space.small};
    border-top: 2px solid ${color.accent};
  }
  dt {
    font-size: ${size.small};
    color: ${color.muted};
  }
  dd {
    margin: 0;
    font: 400 clamp(1.75rem, 1.3rem + 1.6vw, 2.5rem) / 1.15 ${font.display};
    letter-spacing: -0.015em;
  }
`;
