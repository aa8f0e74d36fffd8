import * as Plot from '@observablehq/plot';

import { color } from '../../design/tokens.ts';
import { drawPicture, strong, widthOf } from './picture.ts';

export interface Bar {
  name: string;
  value: number;
  lowest: number;
  highest: number;
  isOurs: boolean;
}

export interface Panel {
  title: string;
  bars: Bar[];
  format: (value: number) => string;
}

/** Draws one bar chart per measure. Each axis starts at zero. */
export function drawBars(title: string, note: string, panels: Panel[]): string {
  return drawPicture(title, note, ({ isWide, text }) =>
    panels.map(({ title, bars, format }) => {
      const [row, head] = isWide ? [34, 46] : [17, 26];
      const left = Math.max(...bars.map(({ name }) => widthOf(name, text))) + 8;
      const right = Math.max(...bars.map(({ value }) => widthOf(format(value), text))) + 8;
      const y = 'name';
      const label = { y, textAnchor: 'start' } as const;
      return {
        height: head + bars.length * row,
        ...{ marginTop: head, marginBottom: 0, marginLeft: left, marginRight: right },
        x: { axis: null, domain: [0, Math.max(...bars.map(({ highest }) => highest))] },
        y: {
          axis: null,
          domain: bars.map(({ name }) => name),
          paddingInner: 0.44,
          paddingOuter: 0.22,
          round: false,
        },
        marks: [
          Plot.text([title], {
            ...{ ...strong, frameAnchor: 'top-left', textAnchor: 'start' },
            ...{ lineAnchor: 'bottom', dx: -left, dy: -text * 0.6 },
          }),
          Plot.text(bars, {
            ...label,
            fill: fillOf('currentColor'),
            frameAnchor: 'left',
            dx: -left,
            text: 'name',
          }),
          Plot.barX(bars, {
            y,
            x: 'value',
            fill: fillOf(color.control),
            fillOpacity: ({ isOurs }: Bar) => (isOurs ? 1 : 0.75),
          }),
          Plot.ruleY(bars, { y, x1: 'lowest', x2: 'value', stroke: color.paper }),
          Plot.ruleY(bars, { y, x1: 'value', x2: 'highest', stroke: color.ink }),
          Plot.text(bars, {
            ...label,
            fill: fillOf(color.ink),
            fontWeight: 600,
            x: 'highest',
            dx: 6,
            text: ({ value }: Bar) => format(value),
          }),
          Plot.ruleX([0], { stroke: color.control }),
        ],
      };
    }),
  );
}

function fillOf(theirs: string) {
  return ({ isOurs }: Bar) => (isOurs ? color.primary : theirs);
}
