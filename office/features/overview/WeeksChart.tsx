import { styled } from 'styled-components';

import { color } from '../../../design/tokens.ts';
import { PanelTitle } from '../../ui.tsx';
import type { Week } from './actions.ts';
import { Table, Wide } from './Table.tsx';

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The enquiries of each week, latest first: a table in which bars show the numbers. */
export function WeeksChart({ weeks }: { weeks: readonly Week[] }) {
  const most = Math.max(1, ...weeks.map(({ received, spam }) => received + spam));
  return (
    <Wide aria-labelledby="weeks-title">
      <PanelTitle id="weeks-title">Enquiries by week</PanelTitle>
      <Bars aria-labelledby="weeks-title">
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <td />
            <th scope="col">Not spam</th>
            <th scope="col">Spam</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map(({ day, received, spam }) => (
            <tr key={day}>
              <th scope="row">{short.format(new Date(day))}</th>
              <td>
                <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
                  <rect width={received} height="1" />
                  <rect x={received} y="0.35" width={spam} height="0.3" data-spam="true" />
                </svg>
              </td>
              <td>{received}</td>
              <td>{spam}</td>
            </tr>
          ))}
        </tbody>
      </Bars>
    </Wide>
  );
}

const Bars = styled(Table)`
  max-width: none;

  th:first-child {
    white-space: nowrap;
  }
  td:nth-child(2) {
    width: 100%;
  }
  svg {
    display: block;
    width: 100%;
    height: 1.125rem;
    fill: ${color.primary};
  }
  rect[data-spam] {
    fill: ${color.accent};
  }
`;
