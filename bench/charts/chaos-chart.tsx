import { ticksFor } from '../../office/features/overview/figures.ts';
import type { Recovery, Victim } from '../chaos/faults.ts';
import { drawPicture, round, widthOf, type Area } from './picture.tsx';

/** How many enquiries were so far, a number of milliseconds after the run began. */
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

const lines = [
  ['accepted', 'first band'],
  ['stored', 'second'],
  ['mailed', 'third'],
] as const;

const names: Record<Victim, string> = {
  api: 'API killed',
  worker: 'Worker killed',
  redis: 'Redis killed',
  mongodb: 'MongoDB killed',
  smtp: 'Mail killed',
  failover: 'Redis failover',
  'slow-smtp': 'Slow mail',
  'api-clock': 'API’s clock',
  'worker-clock': 'Worker’s clock',
};

/**
 * A run as a timeline: three lines that part when something is killed and meet again, and below
 * them a row for each kind of fault with a mark where it happened, and how long it could be felt.
 */
export function drawChaos({ moments, recoveries, verdict }: ChaosRun): string {
  const last = moments.at(-1);
  if (!last) throw new Error('Nothing was recorded.');
  const kinds = (Object.keys(names) as Victim[]).filter((kind) =>
    recoveries.some(({ victim }) => victim === kind),
  );
  const enquiries = `${last.accepted.toLocaleString('en')} enquiries`;
  return drawPicture({
    title: `${recoveries.length} faults, ${enquiries}, ${verdict.lost === 0 ? 'none' : verdict.lost} lost`,
    note: 'Enquiries over time; each fault until it was repaired',
    height: 168 + kinds.length * 14,
    draw: (area) => <Timeline {...{ area, moments, recoveries, kinds, last }} />,
  });
}

interface TimelineProps extends Omit<ChaosRun, 'verdict'> {
  area: Area;
  kinds: Victim[];
  last: Moment;
}

function Timeline({ area, moments, recoveries, kinds, last }: TimelineProps) {
  const { width, height, text, isWide } = area;
  const row = isWide ? 28 : 14;
  const left = Math.max(...Object.values(names).map((name) => widthOf(name, text))) + 8;
  const right = width - widthOf('accepted', text) - text * 1.6 - 12;
  const floor = height - kinds.length * row - text * 2.6;
  const end = Math.max(last.at, ...recoveries.map(({ to }) => to));
  const levels = ticksFor(last.accepted);
  const x = (at: number) => round(left + ((right - left) * at) / end);
  const y = (count: number) => round(floor - ((floor - text) * count) / (levels.at(-1) ?? 1));
  const rowOf = (victim: Victim) => floor + text * 2.6 + row * (kinds.indexOf(victim) + 0.5);
  const labelsThatFit = (right - left) / (widthOf('30 min', text) + text);
  const times = timesUpTo(end / 1_000, Math.min(6, labelsThatFit));
  const shown = thin(moments, isWide ? 480 : 240);
  return (
    <>
      {levels.map((level) => (
        <g key={level}>
          <path className={level === 0 ? 'base' : undefined} d={`M${left} ${y(level)}H${right}`} />
          <text x={left - 8} y={y(level) + text * 0.36} textAnchor="end">
            {level.toLocaleString('en')}
          </text>
        </g>
      ))}
      {kinds.map((kind) => (
        <g key={kind}>
          <text y={rowOf(kind) + text * 0.36}>{names[kind]}</text>
          <path d={`M${left} ${rowOf(kind)}H${right}`} />
        </g>
      ))}
      {recoveries.map(({ victim, from, to }) => (
        <g key={from}>
          <path
            className="outage"
            strokeWidth={row * 0.3}
            d={`M${x(from)} ${rowOf(victim)}H${x(to)}`}
          />
          <path className="fault" d={`M${x(from)} ${rowOf(victim) - row * 0.32}v${row * 0.64}`} />
        </g>
      ))}
      {lines.map(([name, look]) => (
        <path
          key={name}
          className={`curve ${look}`}
          d={`M${shown.map((moment) => `${x(moment.at)} ${y(moment[name])}`).join('L')}`}
        />
      ))}
      {times.map((seconds) => (
        <text
          key={seconds}
          x={x(seconds * 1_000)}
          y={round(floor + text * 1.5)}
          textAnchor="middle"
        >
          {formatTime(seconds, times.at(-1) ?? 0)}
        </text>
      ))}
      {lines.map(([name, look], index) => {
        const middle = round(y(last.accepted) + text * 1.5 * index);
        return (
          <g key={name}>
            <path className={look} d={`M${right + 6} ${middle}h${text * 1.6}`} />
            <text className="strong" x={right + text * 1.6 + 12} y={middle + text * 0.36}>
              {name}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** As many of them at the most, the last one included. */
function thin(moments: readonly Moment[], most: number): Moment[] {
  const every = Math.ceil(moments.length / most);
  return moments.filter((_, index) => (moments.length - 1 - index) % every === 0);
}

/** Seconds from 0 on, in at most so many steps and such as people count in. */
function timesUpTo(seconds: number, mostSteps: number): number[] {
  const steps = [5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];
  const step = steps.find((size) => seconds / size <= mostSteps) ?? 7_200;
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => index * step);
}

function formatTime(seconds: number, longest: number): string {
  return longest < 60 ? `${seconds} s` : `${seconds / 60} min`;
}
