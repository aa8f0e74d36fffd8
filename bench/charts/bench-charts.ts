import type { Summary } from '../figures.ts';
import { drawBars, type Bar } from './bar-chart.ts';
import { drawLatency, type RateResult } from './latency-chart.ts';

/**
 * The functions that draw the charts of `npm run bench`, by section. They return undefined if there
 * are no results for the chart.
 */
export const pictures: Record<string, (summaries: readonly Summary[]) => string | undefined> = {
  site: drawSite,
  api: drawApi,
  crowd: drawCrowd,
};

const names: Record<string, string> = {
  shipped: 'As shipped',
  plain: 'No JavaScript',
  stock: 'vite-react-ssg',
  template: 'Bootstrap theme',
  empty: 'Empty route',
  queue: 'zod, queue.add',
  fastify: 'Fastify and plugins',
  tutorial: 'Tutorial code',
};

/** Charts the figures with names such as `/ shipped: LCP`. */
function drawSite(summaries: readonly Summary[]): string | undefined {
  const panelOf = (title: string, what: string, format: (value: number) => string) => ({
    title,
    format,
    bars: summaries.flatMap((summary) => {
      const [, name, measure] = /^\/ ([^:]+): (.+)$/.exec(summary.name) ?? [];
      return name !== undefined && measure === what ? [barOf(name, summary)] : [];
    }),
  });
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000).toLocaleString('en')} kB`;
  const milliseconds = (value: number) => `${Math.round(value).toLocaleString('en')} ms`;
  const panels = [
    panelOf('First view, total', 'first view', kilobytes),
    panelOf('Largest Contentful Paint', 'LCP', milliseconds),
  ];
  if (panels.some(({ bars }) => bars.length === 0)) return undefined;
  return drawBars('The home page compared', 'Lighthouse mobile, median', panels);
}

/** Charts figures with names such as `shipped, Node 24: accepts per CPU second`. */
function drawApi(summaries: readonly Summary[]): string | undefined {
  const panels = new Map<string, Bar[]>();
  for (const { name, median, lowest, highest } of summaries) {
    const found = /^(\w+)(?:, (.+))?: accepts per CPU second$/.exec(name);
    if (!found) continue;
    const [, contender = '', runtime = 'An enquiry'] = found;
    const perEnquiry = { median: 1_000 / median, lowest: 1_000 / highest, highest: 1_000 / lowest };
    panels.set(runtime, [...(panels.get(runtime) ?? []), barOf(contender, perEnquiry)]);
  }
  if (panels.size === 0) return undefined;
  const note = 'Milliseconds of one core, median';
  const format = (value: number) => `${value.toFixed(2)} ms`;
  const list = Array.from(panels, ([title, bars]) => ({ title, bars, format }));
  return drawBars('CPU time per enquiry', note, list);
}

/**
 * Charts figures with names such as `one API, 100 a second: p99`. The last part can also be `p50`,
 * `p99.9` or `failed, of 2000`.
 */
function drawCrowd(summaries: readonly Summary[]): string | undefined {
  const curves = new Map<string, Map<number, RateResult>>();
  for (const { name, median } of summaries) {
    const found = /^(.+), ([\d.]+) a second: (p50|p99|p99\.9|failed, of (\d+))$/.exec(name);
    if (!found) continue;
    const [, fleet = '', perSecond, what = '', requests] = found;
    const rate = Number(perSecond);
    const rates = curves.get(fleet) ?? new Map<number, RateResult>();
    const one = rates.get(rate) ?? { rate, p50: NaN, p99: NaN, p999: NaN, errors: 0 };
    const value = requests
      ? { errors: median / Number(requests) }
      : { [what.replace('.', '')]: median };
    curves.set(fleet, rates.set(rate, { ...one, ...value }));
  }
  if (curves.size === 0) return undefined;
  const note = 'From the scheduled start to the 202';
  const list = Array.from(curves, ([name, rates]) => ({
    name: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    rates: [...rates.values()].sort((one, other) => one.rate - other.rate),
  }));
  return drawLatency('Latency by arrival rate', note, list);
}

function barOf(name: string, { median, lowest, highest }: Omit<Summary, 'name' | 'unit'>): Bar {
  return { name: names[name] ?? name, value: median, lowest, highest, isOurs: name === 'shipped' };
}
