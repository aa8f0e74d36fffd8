import { drawPicture, round, widthOf, type Area } from './picture.tsx';

/** How long answers took at one arrival rate: milliseconds, from when each request was due. */
export interface RateResult {
  /** Requests a second. */
  rate: number;
  p50: number;
  p99: number;
  p999: number;
  /** The share of the requests that got no 202, from 0 to 1. */
  errors: number;
}

/** Those of one way of running the product, by rising rate. */
export interface LatencyCurve {
  /** Its parts stand below each other, as in `Two APIs, Redis Cluster`. */
  name: string;
  rates: readonly RateResult[];
}

const lines = [
  ['p999', 'third', 'p99.9'],
  ['p99', 'second', 'p99'],
  ['p50', 'first', 'p50'],
] as const;

/** Latency over arrival rate, both logarithmic: each way of running the product beside the others. */
export function drawLatency(title: string, note: string, curves: readonly LatencyCurve[]): string {
  const draw = (area: Area) => <Curves {...{ area, curves }} />;
  return drawPicture({ title, note, height: 190, draw });
}

function Curves({ area, curves }: { area: Area; curves: readonly LatencyCurve[] }) {
  const { width, height, text } = area;
  const all = curves.flatMap(({ rates }) => rates);
  const times = all.flatMap((one) => lines.map(([which]) => one[which]));
  const levels = powersOfTen(Math.min(...times), Math.max(...times));
  const labels = levels.map(formatTime);
  const left = Math.max(...[...labels, 'a second'].map((label) => widthOf(label, text))) + 8;
  const right = widthOf('p99.9', text) + 12;
  const gap = text * 2.2;
  const panel = (width - left - right + gap) / curves.length;
  const inner = panel - gap;
  const heads = Math.max(...curves.map(({ name }) => name.split(', ').length));
  const [top, floor] = [text * (0.9 + 1.25 * heads), height - text * 3.2];
  const y = scaleOf(levels, [floor, top]);
  const x = scaleOf(
    all.map(({ rate }) => rate),
    [text, inner],
  );
  return (
    <>
      {levels.map((level, index) => (
        <text key={level} x={left - 8} y={y(level) + text * 0.36} textAnchor="end">
          {labels[index]}
        </text>
      ))}
      <g textAnchor="end">
        <text x={left - 8} y={floor + text * 1.5}>
          a second
        </text>
        {all.some(({ errors }) => errors > 0) && (
          <text className="wrong" x={left - 8} y={floor + text * 2.8}>
            failed
          </text>
        )}
      </g>
      {curves.map(({ name, rates }, index) => (
        <g key={name} transform={`translate(${round(left + panel * index)} 0)`}>
          {name.split(', ').map((line, number) => (
            <text key={line} className="strong" y={round(text * (1 + 1.25 * number))}>
              {line}
            </text>
          ))}
          {levels.map((level) => (
            <path
              key={level}
              className={level === levels[0] ? 'base' : undefined}
              d={`M0 ${y(level)}H${inner}`}
            />
          ))}
          {lines.map(([which, look]) => (
            <path
              key={which}
              className={`curve ${look}`}
              d={`M${rates.map((one) => `${x(one.rate)} ${y(one[which])}`).join('L')}`}
            />
          ))}
          {rates.map(({ rate, p999, errors }) => (
            <g key={rate}>
              <path className="base" d={`M${x(rate)} ${floor}v4`} />
              {errors > 0 && <circle className="wrong" cx={x(rate)} cy={y(p999)} r={text * 0.28} />}
            </g>
          ))}
          {withRoom(rates, (one) => x(one.rate), text * 2.8).map(({ rate, errors }) => (
            <g key={rate} textAnchor="middle">
              <text x={x(rate)} y={floor + text * 1.5}>
                {rate.toLocaleString('en')}
              </text>
              {errors > 0 && (
                <text className="wrong" x={x(rate)} y={floor + text * 2.8}>
                  {formatShare(errors)}
                </text>
              )}
            </g>
          ))}
        </g>
      ))}
      <EndLabels last={curves.at(-1)?.rates.at(-1)} {...{ x: width - right + 6, y, text }} />
    </>
  );
}

interface EndLabelsProps {
  last: RateResult | undefined;
  x: number;
  y: (time: number) => number;
  text: number;
}

/** Each line's name where it ends, or above the one below it where that has no room. */
function EndLabels({ last, x, y, text }: EndLabelsProps) {
  if (!last) return null;
  let below = Infinity;
  return lines.toReversed().map(([which, , name]) => {
    below = Math.min(y(last[which]) + text * 0.36, below - text * 1.2);
    return (
      <text key={which} className="strong" x={x} y={round(below)}>
        {name}
      </text>
    );
  });
}

/** The powers of ten from the last one below the least to the first one above the most. */
function powersOfTen(least: number, most: number): number[] {
  const from = Math.floor(Math.log10(least));
  const to = Math.max(from + 1, Math.ceil(Math.log10(most)));
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

/** A logarithmic scale on which the values reach from one end to the other. */
function scaleOf(values: readonly number[], [from, to]: [number, number]) {
  const least = Math.log10(Math.min(...values));
  const span = Math.log10(Math.max(...values)) - least || 1;
  return (value: number) => round(from + ((to - from) * (Math.log10(value) - least)) / span);
}

/** Those that can be labelled; the highest, which tell where it bends, before the others. */
function withRoom<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => number,
  room: number,
): Item[] {
  return items.reduceRight<Item[]>((kept, item) => {
    const [next] = kept;
    return next !== undefined && placeOf(next) - placeOf(item) < room ? kept : [item, ...kept];
  }, []);
}

function formatTime(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;
}

function formatShare(share: number): string {
  return share < 0.01 ? '<1 %' : `${Math.round(share * 100)} %`;
}
