import * as Plot from '@observablehq/plot';

import { color } from '../../design/tokens.ts';
import type { Recovery, Victim } from '../chaos/faults.ts';
import { drawLines, drawPicture, widthOf, type Area } from './picture.ts';

/** How many enquiries had been accepted, stored and emailed `at` milliseconds after the start. */
export interface Moment {
  at: number;
  accepted: number;
  stored: number;
  mailed: number;
}

interface ChaosRun {
  moments: readonly Moment[];
  recoveries: readonly Pick<Recovery, 'victim' | 'from' | 'to'>[];
  verdict: { lost: number };
}

const lines = { accepted: 'accepted', stored: 'stored', mailed: 'emailed' };

const names: Record<Victim, string> = {
  api: 'API killed',
  worker: 'Worker killed',
  office: 'Desk killed',
  redis: 'Redis killed',
  mongodb: 'MongoDB killed',
  smtp: 'SMTP killed',
  failover: 'Redis failover',
  'slow-smtp': 'Slow SMTP',
  'cut-smtp': 'SMTP cuts off',
  'api-clock': 'API’s clock',
  'worker-clock': 'Worker’s clock',
};

/**
 * Draws a run as a timeline. At the top, the lines of accepted, stored and emailed enquiries
 * diverge at a fault and then meet again. Below them, each kind of fault has a row that shows when
 * it happened and how long recovery took.
 *
 * @throws Error if there are no moments.
 */
export function drawChaos({ moments, recoveries, verdict }: ChaosRun): string {
  const last = moments.at(-1);
  if (!last) throw new Error('Nothing was recorded.');
  const enquiries = `${last.accepted.toLocaleString('en')} enquiries`;
  const title = `${recoveries.length} faults, ${enquiries}, ${verdict.lost === 0 ? 'none' : verdict.lost} lost`;
  const note = 'Enquiries over time; each fault until it was repaired';
  return drawPicture(title, note, (area) => drawTimeline(area, moments, recoveries));
}

function drawTimeline(area: Area, moments: readonly Moment[], recoveries: ChaosRun['recoveries']) {
  const { width, text, isWide } = area;
  const victims = new Set(recoveries.map(({ victim }) => victim));
  const kinds = (Object.keys(names) as Victim[]).filter((kind) => victims.has(kind));
  const row = isWide ? 28 : 14;
  const left = Math.max(...Object.values(names).map((name) => widthOf(name, text))) + 8;
  const right = widthOf('accepted', text) + text * 1.6 + 12;
  const end = Math.max(moments.at(-1)?.at ?? 0, ...recoveries.map(({ to }) => to));
  const room = (width - left - right) / (widthOf('30 min', text) + text);
  const times = timesUpTo(end, Math.min(6, room));
  const shared = { marginLeft: left, marginRight: right };
  const x = { axis: null, domain: [0, end] } as const;
  const fault = { y: 'victim', stroke: color.danger };
  return [
    {
      ...{ ...shared, height: isWide ? 310 : 155 },
      ...{ marginTop: text, marginBottom: text * 2.6 },
      x,
      y: { axis: null, nice: true, ticks: 4 },
      marks: [
        Plot.gridY({ ticks: 4, stroke: color.line, strokeOpacity: 1 }),
        Plot.ruleY([0], { stroke: color.control }),
        Plot.axisY({
          ticks: 4,
          tickSize: 0,
          tickFormat: (count: number) => count.toLocaleString('en'),
          label: null,
        }),
        Plot.axisX(times, {
          tickSize: 0,
          tickPadding: text * 0.6,
          tickFormat: (at: number) => formatTime(at, times.at(-1) ?? 0),
          label: null,
        }),
        ...drawLines(thin(moments, isWide ? 480 : 240), lines, area, { x: 'at' }),
      ],
    },
    {
      ...{ ...shared, height: kinds.length * row, marginTop: 0, marginBottom: 0 },
      x,
      y: { axis: null, domain: kinds, padding: 0 },
      marks: [
        Plot.text(kinds, {
          y: (kind: Victim) => kind,
          text: (kind: Victim) => names[kind],
          frameAnchor: 'left',
          textAnchor: 'start',
          dx: -left,
        }),
        Plot.ruleY(kinds, { stroke: color.line }),
        Plot.ruleY(recoveries, {
          ...fault,
          x1: 'from',
          x2: 'to',
          strokeWidth: row * 0.3,
          strokeOpacity: 0.5,
        }),
        Plot.tickX(recoveries, {
          ...fault,
          x: 'from',
          strokeWidth: 2,
          inset: row * 0.18,
          className: 'fault',
        }),
      ],
    },
  ];
}

/** Selects at most the given number of moments, evenly spaced and including the last. */
function thin(moments: readonly Moment[], most: number): Moment[] {
  const every = Math.ceil(moments.length / most);
  return moments.filter((_, index) => (moments.length - 1 - index) % every === 0);
}

/**
 * Returns round times for the axis, in milliseconds and from 0. There are at most `mostSteps`
 * steps, unless a step would exceed two hours.
 */
function timesUpTo(end: number, mostSteps: number): number[] {
  const steps = [5, 10, 30, 60, 120, 300, 600, 1_800, 3_600].map((seconds) => seconds * 1_000);
  const step = steps.find((size) => end / size <= mostSteps) ?? 7_200_000;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}

function formatTime(at: number, longest: number): string {
  return longest < 60_000 ? `${at / 1_000} s` : `${at / 60_000} min`;
}
