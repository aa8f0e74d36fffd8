import { styled } from 'styled-components';

import { color } from '#design/tokens.ts';
import { shortDay } from '#contract/time.ts';
import type { Week } from './api.ts';

/** The enquiries of each week, latest first: a table in which bars show the numbers. */
export function WeeksChart({ weeks }: { weeks: readonly Week[] }) {
  const most = Math.max(1, ...weeks.map(({ received, spam }) => received + spam));
  return (
    <table aria-labelledby="weeks-title">
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
            <th scope="row">{shortDay(new Date(day))}</th>
            <BarCell>
              <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
                <rect width={received} height="1" />
                <rect x={received} y="0.35" width={spam} height="0.3" data-spam="true" />
              </svg>
            </BarCell>
            <td>{received}</td>
            <td>{spam}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const BarCell = styled.td`
  width: 100%;

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
