import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { color, font, media, size, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { ExportEnquiries } from '../../enquiries/ExportEnquiries.tsx';
import { useOperation } from '../../shell/use-operation.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { BarChart } from './BarChart.tsx';
import { durationWords } from './figures.ts';
import { Load, overdueList } from './Load.tsx';
import { pages } from '../../page-list.ts';
import { Fact, Prose, Read } from '../../ui.tsx';

const daysShown = 28;

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

interface FiguresProps {
  overview: AnswerOf<'overview.read'>;
  /** When the figures were loaded, in milliseconds since 1970. */
  at: number;
}

function Figures({ overview, at }: FiguresProps) {
  const { days, weeks, medianTimeToDone, oldestOpen, open, spamShare, replies, load } = overview;
  const age = oldestOpen === null ? null : at - Date.parse(oldestOpen);
  const isEmpty = spamShare === null && open === 0;
  if (isEmpty) {
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
        <Fact label="Oldest open enquiry">{age === null ? 'None' : durationWords(age)}</Fact>
        <Fact label="Median time to close">
          {medianTimeToDone === null ? 'None closed yet' : durationWords(medianTimeToDone)}
        </Fact>
        {replies && (
          <>
            <Fact label="Replies overdue">
              <Link to={overdueList()}>{replies.overdue}</Link>
            </Fact>
            {replies.due === 0 ? (
              <Fact label="Answered in time">None due yet</Fact>
            ) : (
              <Fact label={`Answered in time: ${replies.inTime} of ${replies.due}`}>
                {percent(replies.inTime / replies.due)}
              </Fact>
            )}
          </>
        )}
        <Fact label="Spam">{spamShare === null ? 'None received' : percent(spamShare)}</Fact>
      </Numbers>
      {replies ? (
        <Prose>
          ‘Answered in time’ counts every enquiry that was answered or whose reply was due.
        </Prose>
      ) : (
        <Prose>
          Reply times are not measured, because your firm has not set a reply time in working days
          (replyWithin).
        </Prose>
      )}
      <Load load={load} />
      {spamShare === null ? (
        <Prose>No enquiries in the last 12 weeks.</Prose>
      ) : (
        <Charts>
          <BarChart title="Enquiries by week" unit="week" periods={weeks} />
          <BarChart
            title="Enquiries by day, last 4 weeks"
            unit="day"
            periods={days.slice(-daysShown)}
          />
        </Charts>
      )}
    </>
  );
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

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

const Charts = styled.div`
  display: grid;
  gap: ${space.huge};
  width: 100%;
`;
