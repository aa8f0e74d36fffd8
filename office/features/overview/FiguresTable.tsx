import { styled } from 'styled-components';

import { color, space } from '../../../design/tokens.ts';
import type { Period } from './actions.ts';
import { Details } from '../../ui.tsx';

/** The counts of a chart by day or week, oldest first. */
export interface FiguresProps {
  title: string;
  unit: 'day' | 'week';
  periods: readonly Period[];
}

const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A table of a chart's figures, newest first. */
export function FiguresTable({ title, unit, periods }: FiguresProps) {
  return (
    <Details>
      <summary>Show the figures</summary>
      <Table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{unit === 'week' ? 'Week of' : 'Day'}</th>
            <th scope="col">Not spam</th>
            <th scope="col">Spam</th>
          </tr>
        </thead>
        <tbody>
          {periods.toReversed().map(({ day, received, quarantined }) => (
            <tr key={day}>
              <th scope="row">{long.format(new Date(day))}</th>
              <td>{received}</td>
              <td>{quarantined}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Details>
  );
}

export const Table = styled.table`
  width: 100%;
  max-width: 34rem;
  border-collapse: collapse;
  font-size: 0.9375rem;
  font-variant-numeric: tabular-nums;

  caption {
    position: absolute;
    clip-path: inset(50%);
  }
  th,
  td {
    padding: 0.375rem 0 0.375rem ${space.base};
    border-bottom: 1px solid ${color.line};
    text-align: right;
  }
  th:first-child {
    padding-left: 0;
    font-weight: 400;
    text-align: left;
  }
  thead th,
  thead th:first-child {
    font-weight: 600;
    vertical-align: bottom;
  }
`;
