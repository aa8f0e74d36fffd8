import * as Plot from '@observablehq/plot';

import { color } from '../../design/tokens.ts';
import { drawLines, drawPicture, strong, widthOf, wrong, type Area } from './picture.ts';

/** Response times at one arrival rate, in milliseconds since each request was due. */
export interface RateResult {
  /** Requests per second. */
  rate: number;
  p50: number;
  p99: number;
  p999: number;
  /** The share of requests without a 202, from 0 to 1. */
  errors: number;
}

/** The results of one deployment, in order of rising rate. */
export interface LatencyCurve {
  /** The name, such as `Two APIs, Redis Cluster`. A new line is started at each comma. */
  name: string;
  rates: readonly RateResult[];
}

const percentiles = { p50: 'p50', p99: 'p99', p999: 'p99.9' };

/** Plots latency against arrival rate, both logarithmic, for all deployments side by side. */
export function drawLatency(title: string, note: string, curves: readonly LatencyCurve[]): string {
  return drawPicture(title, note, (area) => [drawCurves(area, curves)]);
}

function drawCurves(area: Area, curves: readonly LatencyCurve[]) {
  const { width, text, isWide } = area;
  const all = curves.flatMap(({ name, rates }) => rates.map((one) => ({ ...one, name })));
  const failed = all.filter(({ errors }) => errors > 0);
  const left = widthOf('a second', text) + 8;
  const right = widthOf('p99.9', text) + text * 1.6 + 12;
  const gap = text * 2.2;
  const inner = (width - left - right + gap) / curves.length - gap;
  const levels = powersOfTen(all.flatMap(({ p50, p99, p999 }) => [p50, p99, p999]));
  const rates = [...new Set(all.map(({ rate }) => rate))].sort((one, other) => one - other);
  const span = Math.log((rates.at(-1) ?? 1) / (rates[0] ?? 1));
  const labelled = withRoom(rates, (span * text * 2.8) / (inner - 2 * text));
  const heads = Math.max(...curves.map(({ name }) => name.split(', ').length));
  const curve = { fx: 'name', x: 'rate' };
  const beside = { facet: 'super', frameAnchor: 'bottom-left', textAnchor: 'end', dx: -8 } as const;
  const [rateLine, failedLine] = [{ dy: text * 1.5 }, { dy: text * 2.8 }];
  return {
    height: isWide ? 380 : 190,
    ...{ marginLeft: left, marginRight: right },
    ...{ marginTop: text * (0.9 + 1.25 * heads), marginBottom: text * 3.2 },
    fx: {
      axis: null,
      domain: curves.map(({ name }) => name),
      paddingOuter: 0,
      paddingInner: gap / (inner + gap),
    },
    x: { axis: null, type: 'log' as const, inset: text },
    y: { axis: null, type: 'log' as const, domain: [levels[0], levels.at(-1)] },
    marks: [
      Plot.text(curves, {
        fx: 'name',
        text: ({ name }: LatencyCurve) => name.replaceAll(', ', '\n'),
        ...strong,
        frameAnchor: 'top-left',
        textAnchor: 'start',
        lineAnchor: 'bottom',
        lineHeight: 1.25,
        dy: -text * 0.5,
      }),
      Plot.ruleY(levels, { stroke: color.line }),
      Plot.ruleY(levels.slice(0, 1), { stroke: color.control }),
      Plot.axisY(levels, { tickSize: 0, tickFormat: formatTime, label: null }),
      ...drawLines(all, percentiles, area, curve),
      Plot.dot(failed, { ...curve, y: 'p999', fill: color.danger, r: text * 0.28 }),
      Plot.axisX(rates, {
        tickSize: 4,
        tickPadding: text * 0.3,
        label: null,
        text: (rate: number) => (labelled.includes(rate) ? rate.toLocaleString('en') : ''),
      }),
      Plot.text(
        failed.filter(({ rate }) => labelled.includes(rate)),
        {
          ...{ ...curve, ...failedLine, ...wrong, frameAnchor: 'bottom', lineAnchor: 'bottom' },
          text: ({ errors }: RateResult) => formatShare(errors),
        },
      ),
      Plot.text(['a second'], { ...beside, ...rateLine, lineAnchor: 'bottom' }),
      Plot.text(failed.length > 0 ? ['failed'] : [], {
        ...beside,
        ...failedLine,
        ...wrong,
        lineAnchor: 'bottom',
      }),
    ],
  };
}

function powersOfTen(values: readonly number[]): number[] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

/** Selects the rates whose labels fit. Prefers high rates, because the curve bends there. */
function withRoom(rates: readonly number[], room: number): number[] {
  return rates.reduceRight<number[]>(
    (kept, rate) => (Math.log((kept[0] ?? Infinity) / rate) < room ? kept : [rate, ...kept]),
    [],
  );
}

function formatTime(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;
}

function formatShare(share: number): string {
  return share < 0.01 ? '<1%' : `${Math.round(share * 100)}%`;
}
