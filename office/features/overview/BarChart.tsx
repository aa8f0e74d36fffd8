import { useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';

import { color, font, size, space } from '../../../design/tokens.ts';
import { labelEvery, summaryOf, ticksFor } from './figures.ts';
import { FiguresTable, type FiguresProps } from './FiguresTable.tsx';
import { PanelTitle, Prose } from '../../ui.tsx';

const height = 240;
const edge = { top: 22, right: 2, bottom: 26, left: 34 };
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/**
 * A bar chart of enquiries, with a table of the same figures. Spam is on top and hatched, so that
 * it is recognisable without colour.
 */
export function BarChart({ title, unit, periods }: FiguresProps) {
  const id = useId();
  const [ref, width] = useWidth();
  const totals = periods.map(({ received, quarantined }) => received + quarantined);
  const ticks = ticksFor(Math.max(...totals));
  const inner = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom };
  const step = inner.width / periods.length;
  const bar = Math.max(2, step * (unit === 'week' ? 0.6 : 0.7));
  const y = (value: number) => edge.top + inner.height * (1 - value / (ticks.at(-1) ?? 1));
  const every = labelEvery(periods.length, inner.width, 66);
  const isAtEdge = (x: number) => x > width - 26;
  return (
    <Figure aria-labelledby={`${id}-title`}>
      <figcaption>
        <PanelTitle id={`${id}-title`}>{title}</PanelTitle>
        <Prose>{summaryOf(periods, unit)}</Prose>
        <Legend aria-hidden="true">
          <svg viewBox="0 0 14 14">
            <Received x="1" y="1" width="12" height="12" />
          </svg>
          <span>Not spam</span>
          <svg viewBox="0 0 14 14">
            <Spam x="1" y="1" width="12" height="12" fill={`url(#${id}-hatch)`} />
          </svg>
          <span>Spam</span>
        </Legend>
      </figcaption>
      <div ref={ref}>
        <Svg
          width={width}
          height={height}
          role="img"
          aria-label={`${title}: ${summaryOf(periods, unit)}`}
        >
          <defs>
            <pattern
              id={`${id}-hatch`}
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <Hatch d="M0 0V5" />
            </pattern>
          </defs>
          {ticks.map((tick) => (
            <g key={tick}>
              <Grid d={`M${edge.left} ${y(tick)}H${width - edge.right}`} data-base={tick === 0} />
              <text x={edge.left - 8} y={y(tick) + 4} textAnchor="end">
                {tick}
              </text>
            </g>
          ))}
          {periods.map(({ day, received, quarantined }, index) => {
            const x = edge.left + step * index + (step - bar) / 2;
            const middle = x + bar / 2;
            const total = received + quarantined;
            return (
              <g key={day}>
                {received > 0 && (
                  <Received x={x} y={y(received)} width={bar} height={y(0) - y(received)} />
                )}
                {quarantined > 0 && (
                  <Spam
                    x={x + 0.5}
                    y={y(total) + 0.5}
                    width={bar - 1}
                    height={Math.max(1, y(received) - y(total) - 2)}
                    fill={`url(#${id}-hatch)`}
                  />
                )}
                {step >= 22 && total > 0 && (
                  <Value x={middle} y={y(total) - 6}>
                    {total}
                  </Value>
                )}
                {(periods.length - 1 - index) % every === 0 && (
                  <text
                    x={isAtEdge(middle) ? width : middle}
                    y={height - 6}
                    textAnchor={isAtEdge(middle) ? 'end' : 'middle'}
                  >
                    {short.format(new Date(day))}
                  </text>
                )}
              </g>
            );
          })}
        </Svg>
      </div>
      <FiguresTable {...{ title, unit, periods }} />
    </Figure>
  );
}

/**
 * Returns a ref for an element, and the element's width in CSS pixels, at least 200. Drawing a
 * chart at that width avoids scaling its text.
 */
export function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}

const Figure = styled.figure`
  display: grid;
  gap: ${space.small};
  min-width: 0;
  margin: 0;
`;

const Legend = styled.p`
  display: flex;
  align-items: center;
  gap: ${space.tiny};
  margin-top: ${space.tiny};
  font-size: ${size.small};

  svg {
    width: 0.875rem;
    height: 0.875rem;
  }
  span + svg {
    margin-left: ${space.small};
  }
`;

export const Svg = styled.svg`
  display: block;
  max-width: 100%;

  text {
    fill: ${color.muted};
    font: 400 0.8125rem ${font.text};
    font-variant-numeric: tabular-nums;
  }
`;

export const Grid = styled.path`
  stroke: ${color.line};

  &[data-base='true'] {
    stroke: ${color.control};
  }
`;

export const Received = styled.rect`
  fill: ${color.primary};
`;

const Spam = styled.rect`
  stroke: ${color.accent};
`;

const Hatch = styled.path`
  stroke: ${color.accent};
  stroke-width: 2.5;
`;

const Value = styled.text`
  && {
    fill: ${color.ink};
    text-anchor: middle;
  }
`;
