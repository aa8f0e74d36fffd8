import { useState } from 'react';
import { styled } from 'styled-components';

import { exactTime } from '../../../contract/time.ts';
import { color, media, size, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { spans, type Point, type Span } from './actions.ts';
import { Table } from '../overview/FiguresTable.tsx';
import { FigureChart } from './FigureChart.tsx';
import { shortDuration, spanTitles } from './words.ts';
import { Details, Message } from '../../ui.tsx';

type FigureName = Exclude<keyof Point, 'at'>;

const names: Record<FigureName, string> = {
  accepted: 'Accepted',
  stored: 'Stored',
  mailed: 'Emails sent',
  failed: 'Failed jobs',
  quarantined: 'Marked as spam',
  waited: 'Longest wait',
};

const figures = Object.keys(names) as FigureName[];

const lengths: Record<Span, string> = {
  hour: 'one minute',
  day: '30 minutes',
  fortnight: 'six hours',
};

/** Figures for the last hour, day or fortnight: a chart for each figure, and one table. */
export function Figures({
  figures: { spans: points, unavailable },
}: {
  figures: AnswerOf<'status.figures'>;
}) {
  const [span, setSpan] = useState<Span>('hour');
  const shown = points[span];
  const from = exactTime(shown[0]?.at ?? '');
  const words = (name: FigureName, value: number) =>
    name === 'waited' ? (value === 0 ? '–' : shortDuration(value)) : String(value);
  return (
    <>
      <Choices>
        <legend>Period</legend>
        {spans.map((one) => (
          <label key={one}>
            <input type="radio" name="span" checked={one === span} onChange={() => setSpan(one)} />
            {spanTitles[one]}
          </label>
        ))}
      </Choices>
      {unavailable.map((store) => (
        <Message key={store}>{unavailableWords[store]}</Message>
      ))}
      <Charts>
        {figures.map((name) => (
          <FigureChart
            key={name}
            title={names[name]}
            total={totalOf(shown, name, words)}
            values={shown.map((point) => point[name])}
            from={from}
            to="now"
            format={(value) => words(name, value)}
          />
        ))}
      </Charts>
      <Details>
        <summary>Show as a table</summary>
        <Scroll tabIndex={0} role="region" aria-label={`Figures: ${spanTitles[span]}`}>
          <Table>
            <caption>
              {spanTitles[span]}, {lengths[span]} per row
            </caption>
            <thead>
              <tr>
                <th scope="col">From</th>
                {figures.map((name) => (
                  <th key={name} scope="col">
                    {names[name]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.toReversed().map((point) => (
                <tr key={point.at}>
                  <th scope="row">{exactTime(point.at)}</th>
                  {figures.map((name) => {
                    const value = point[name];
                    return <td key={name}>{value === null ? 'unknown' : words(name, value)}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </Table>
        </Scroll>
      </Details>
    </>
  );
}

const unavailableWords = {
  redis: 'Redis is not answering. Waiting and failed jobs are not counted.',
  mongodb:
    'MongoDB is not answering. Stored enquiries and sent emails are counted by the workers. The rest is unknown.',
};

function totalOf(
  points: readonly Point[],
  name: FigureName,
  words: (name: FigureName, value: number) => string,
): string {
  const values = points.flatMap((point) => point[name] ?? []);
  if (values.length === 0) return '–';
  const total =
    name === 'waited' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
  return words(name, total);
}

const Choices = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.tiny} ${space.medium};
  padding: 0;
  border: 0;

  legend {
    position: absolute;
    clip-path: inset(50%);
  }
  label {
    display: inline-flex;
    align-items: center;
    gap: ${space.tiny};
    min-height: 2.75rem;
    font-size: 0.9375rem;
    cursor: pointer;
  }
  input {
    width: 1.125rem;
    height: 1.125rem;
    accent-color: ${color.primary};
  }
`;

const Charts = styled.div`
  display: grid;
  gap: ${space.large};
  width: 100%;

  ${media.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  ${media.wide} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;

const Scroll = styled.div`
  /* Visually hidden text must not widen the page. */
  position: relative;
  max-width: 100%;
  overflow-x: auto;
  font-size: ${size.small};

  table {
    width: auto;
    max-width: none;
  }
  th {
    white-space: nowrap;
  }
`;
