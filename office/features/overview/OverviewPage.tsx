import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, font, media, size, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { ExportEnquiries } from '../../enquiries/ExportEnquiries.tsx';
import { pages } from '../../page-list.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { useNames } from '../../shell/use-names.ts';
import { useOperation } from '../../shell/use-operation.ts';
import { Fact, PanelTitle, Prose, Read } from '../../ui.tsx';
import { unassigned } from '../../enquiries/words.ts';
import { Table, Wide } from './Table.tsx';
import { WeeksChart } from './WeeksChart.tsx';

type Overview = AnswerOf<'overview.read'>;

/** Figures for the last 12 weeks, without personal data of visitors. */
export function OverviewPage() {
  const query = useOperation('overview.read');
  return (
    <>
      <PageTitle title={pages.overview.title} lead="Figures for the last 12 weeks.">
        <ExportEnquiries />
      </PageTitle>
      <Contents>
        <Read query={query}>
          {(overview) => <Figures overview={overview} at={query.dataUpdatedAt} />}
        </Read>
      </Contents>
    </>
  );
}

/** `at` is when the figures were loaded, in milliseconds since 1970. */
function Figures({ overview, at }: { overview: Overview; at: number }) {
  const { weeks, medianTimeToDone, oldestOpen, open, spamShare, replies, load } = overview;
  if (spamShare === null && open === 0) {
    return (
      <Prose>
        No enquiries in the last 12 weeks, and none waiting for an answer. New enquiries are counted
        here.
      </Prose>
    );
  }
  return (
    <>
      <Numbers>
        <Fact label="Open enquiries">{open}</Fact>
        <Fact label="Oldest open enquiry">
          {oldestOpen === null ? 'None' : durationWords(at - Date.parse(oldestOpen))}
        </Fact>
        <Fact label="Median time to close">
          {medianTimeToDone === null ? 'None closed yet' : durationWords(medianTimeToDone)}
        </Fact>
        {replies && (
          <>
            <Fact label="Replies overdue">
              <Link to={overdueList()}>{replies.overdue}</Link>
            </Fact>
            <Fact label={`Answered in time: ${replies.inTime} of ${replies.due}`}>
              {replies.due === 0 ? 'None due yet' : percent(replies.inTime / replies.due)}
            </Fact>
          </>
        )}
        <Fact label="Spam">{spamShare === null ? 'None received' : percent(spamShare)}</Fact>
      </Numbers>
      <Prose>
        {replies
          ? '‘Answered in time’ counts every enquiry that was answered or whose reply was due.'
          : 'Reply times are not measured, because your firm has not set a reply time in working days (replyWithin).'}
      </Prose>
      <Load load={load} />
      <WeeksChart weeks={weeks} />
    </>
  );
}

function Load({ load }: Pick<Overview, 'load'>) {
  const nameOf = useNames();
  const hasTarget = load.some(({ overdue }) => overdue !== null);
  return (
    <Wide aria-labelledby="load-title">
      <PanelTitle id="load-title">Open enquiries by colleague</PanelTitle>
      <Table>
        <thead>
          <tr>
            <th scope="col">Assigned to</th>
            <th scope="col">Enquiries</th>
            {hasTarget && <th scope="col">Replies overdue</th>}
          </tr>
        </thead>
        <tbody>
          {load.map(({ owner, open, overdue }) => (
            <tr key={owner}>
              <th scope="row">{owner === null ? 'Unassigned' : nameOf(owner)}</th>
              <td>{open}</td>
              {hasTarget && <td>{overdue ? <Link to={overdueList(owner)}>{overdue}</Link> : 0}</td>}
            </tr>
          ))}
        </tbody>
      </Table>
    </Wide>
  );
}

/**
 * The address of the list of enquiries whose reply is overdue, oldest first. Without `owner`, the
 * list covers all enquiries; null selects unassigned ones.
 */
function overdueList(owner?: string | null): string {
  const by = owner === undefined ? '' : `&owner=${owner ?? unassigned}`;
  return `${pages.enquiries.path}?tab=all&reply=overdue&sort=oldest${by}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** A duration in its largest unit: '3 days', '4 hours', 'under an hour'. */
function durationWords(milliseconds: number): string {
  const hours = Math.round(milliseconds / 3_600_000);
  const [count, unit] = hours < 24 ? [hours, 'hour'] : [Math.round(hours / 24), 'day'];
  if (count === 0) return 'under an hour';
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const Contents = styled.div`
  display: grid;
  gap: ${space.large};
  justify-items: start;
  padding-block: ${space.large};
`;

const Numbers = styled.dl`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space.medium} clamp(1rem, 3vw, 2.5rem);
  width: 100%;

  ${media.medium} {
    grid-template-columns: repeat(4, minmax(0, 1fr));

    &:has(> :nth-child(5)) {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
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
