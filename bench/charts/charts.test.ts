import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Window, type Element } from 'happy-dom';
import { describe, expect, it } from 'vitest';

import { palettes } from '../../design/tokens.ts';
import { isShipped } from '../../testing/firms/shipped.ts';
import { figure, summarize } from '../figures.ts';
import { pictures } from './bench-charts.ts';
import { drawBars, type Bar } from './bar-chart.ts';
import { drawChaos } from './chaos-chart.ts';
import { drawLatency } from './latency-chart.ts';
import { widthOf } from './picture.ts';

const images = fileURLToPath(new URL('../../docs/images', import.meta.url));
const documented = readdirSync(images)
  .filter((file) => file.endsWith('.svg'))
  .map((file): [string, string] => [file, readFileSync(join(images, file), 'utf8')]);

const bar = (name: string, value: number): Bar => {
  return { name, value, lowest: value * 0.9, highest: value * 1.1, isOurs: name === 'Ours' };
};
const bars = drawBars('Bars', 'A note', [
  { title: 'Size', bars: [bar('Ours', 10), bar('Theirs', 40)], format: (value) => `${value} kB` },
]);
const rate = (rate: number, p50: number) => ({ rate, p50, p99: p50, p999: p50, errors: 0 });
const latency = drawLatency('Latency', 'A note', [
  { name: 'One', rates: [rate(10, 1), rate(100, 10), rate(1_000, 100), rate(1_100, 120)] },
  { name: 'Two APIs', rates: [rate(10, 1), { ...rate(8_000, 2_000), errors: 0.001 }] },
  { name: 'Two APIs, Redis Cluster', rates: [{ ...rate(10, 1), errors: 0.2 }, rate(1_000, 10)] },
]);
const moment = (at: number, accepted: number, stored: number, mailed: number) => {
  return { at, accepted, stored, mailed };
};
const chaosOf = (seconds: number) => {
  const [half, end] = [seconds * 500, seconds * 1_000];
  return drawChaos({
    moments: [moment(0, 0, 0, 0), moment(half, 900, 800, 0), moment(end, 1_000, 1_000, 1_000)],
    recoveries: [
      { victim: 'redis', from: half, to: half + 10_000 },
      { victim: 'worker-clock', from: end, to: end },
    ],
    verdict: { lost: 0 },
  });
};

const chaos = chaosOf(100);

const drawn: [string, string][] = [
  ['bars', bars],
  ['latency', latency],
  ['chaos of minutes', chaos],
  ['chaos of six minutes', chaosOf(350)],
  ['chaos of an hour', chaosOf(3_500)],
  ...documented,
];

function parse(svg: string) {
  const window = new Window();
  const root = new window.DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  return { root, layouts: Array.from(root.querySelectorAll('.wide, .narrow')) };
}

interface Box {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Calculates the box of a label in a layout. The label's width is an estimate. */
function boxOf(label: Element, layout: Element): Box {
  const text = label.textContent;
  const parents: Element[] = [];
  for (let one: Element | null = label; one && one !== layout; one = one.parentElement) {
    parents.push(one);
  }
  const inherited = (name: string) =>
    parents.map((one) => one.getAttribute(name)).find((value) => value !== null);
  const size = Number(inherited('font-size'));
  const sum = (axis: 'x' | 'y', index: number) =>
    parents.reduce((total, one) => {
      const shift = /translate\(([^,]+),([^)]+)\)/.exec(one.getAttribute('transform') ?? '');
      const place = one.getAttribute(axis) ?? '0';
      const pixels = place.endsWith('em') ? Number.parseFloat(place) * size : Number(place);
      return total + pixels + Number(shift?.[index] ?? 0);
    }, 0);
  const [x, bottom] = [sum('x', 1), sum('y', 2)];
  const width = widthOf(text, size);
  const left = x - width * ({ middle: 0.5, end: 1 }[inherited('text-anchor') ?? ''] ?? 0);
  return { text, left, right: left + width, top: bottom - size * 0.75, bottom };
}

function overlap(one: Box, other: Box): boolean {
  const beside = one.right <= other.left || other.right <= one.left;
  return !beside && one.bottom > other.top && other.bottom > one.top;
}

describe.each(drawn)('the picture %s', (_, svg) => {
  const { root, layouts } = parse(svg);

  it('has no overlapping or clipped labels, on a phone and on a desktop', () => {
    expect(layouts).toHaveLength(2);
    for (const layout of layouts) {
      const isWide = layout.getAttribute('class') === 'wide';
      const scale = isWide ? 1 : 2;
      const [width, height] = ['width', 'height'].map((side) => Number(root.getAttribute(side)));
      const boxes = Array.from(layout.querySelectorAll('text:not(:has(tspan)), tspan'), (label) =>
        boxOf(label, layout),
      );
      expect(boxes.length).toBeGreaterThan(5);
      const outside = boxes.filter(({ left, right, top, bottom }) => {
        return (
          left < 0 || top < 0 || right * scale > (width ?? 0) || bottom * scale > (height ?? 0)
        );
      });
      expect(outside).toEqual([]);
      const pairs = boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter((other) => overlap(one, other))
          .map((other) => [one.text, other.text]),
      );
      expect(pairs).toEqual([]);
    }
  });

  it('is readable on a phone, with no letters under 11 px at a width of 360 px', () => {
    const narrow = Array.from(root.querySelectorAll('.narrow [font-size]'), (element) =>
      Number(element.getAttribute('font-size')),
    );
    expect(Math.min(...narrow)).toBeGreaterThanOrEqual(11);
  });

  it.runIf(isShipped)('has the colours of the design, in light and dark mode', () => {
    const style = root.querySelector('style')?.textContent ?? '';
    const [light, dark = ''] = style.split('@media (prefers-color-scheme: dark)');
    for (const name of ['paper', 'ink', 'primary'] as const) {
      expect(light).toContain(palettes.light[name]);
      expect(dark).toContain(palettes.dark[name]);
    }
    expect(svg.replace(style, '')).not.toMatch(/#[\da-f]{3,6}\b/i);
  });

  it('loads no resources and runs no scripts, as GitHub requires', () => {
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|url\(|<script|\son\w+=/,
    );
  });
});

it('draws bars in proportion to their values', () => {
  const [ours = NaN, theirs = NaN] = Array.from(
    parse(bars).root.querySelectorAll('.wide .plot rect'),
    (element) => Number(element.getAttribute('width')),
  );
  expect(theirs / ours).toBeCloseTo(4);
});

it('escapes names with any characters', () => {
  const name = '<b>&"Theirs"</b>';
  const svg = drawBars(name, 'A note', [{ title: 'Size', bars: [bar(name, 1)], format: String }]);
  const { root } = parse(svg);
  expect(root.querySelectorAll('b')).toHaveLength(0);
  expect(root.querySelector('.wide .title')?.textContent).toBe(name);
});

function placesOf(svg: string, line: string): [x: number, y: number][] {
  const path = parse(svg).root.querySelector(`.wide .curve-${line} path`)?.getAttribute('d') ?? '';
  return Array.from(path.matchAll(/[ML](\S+?),([\d.]+)/g), ([, x, y]) => [Number(x), Number(y)]);
}

it('draws rates and times on logarithmic scales', () => {
  const [ten, hundred, thousand] = placesOf(latency, 'p50');
  for (const axis of [0, 1] as const) {
    const steps = [ten, hundred, thousand].map((place) => place?.[axis] ?? NaN);
    const [first = NaN, second = NaN, third = NaN] = steps;
    expect(Math.abs(third - second - (second - first))).toBeLessThan(0.3);
    expect(first).not.toBe(second);
  }
});

it('marks failed requests', () => {
  expect(latency).toContain('>20%</text>');
  expect(drawLatency('', '', [{ name: 'One', rates: [rate(10, 1)] }])).not.toContain('failed');
});

it('ends all lines at one point if all accepted enquiries were stored and emailed', () => {
  const lines = ['accepted', 'stored', 'mailed'].map((line) => placesOf(chaos, line));
  const ends = lines.map((places) => places.at(-1));
  expect(ends[0]).toBeDefined();
  expect(ends[1]).toEqual(ends[0]);
  expect(ends[2]).toEqual(ends[0]);
  expect(new Set(lines.map((places) => places[1]?.[1])).size).toBe(3);
});

it('marks a fault at the time when it happened', () => {
  const [, half] = placesOf(chaos, 'accepted');
  const mark = parse(chaos).root.querySelector('.wide .fault line');
  expect(half?.[0]).toBe(Number(mark?.getAttribute('x1')));
});

it('states how many enquiries were lost', () => {
  const moments = [moment(0, 0, 0, 0), moment(1_000, 10, 9, 9)];
  expect(drawChaos({ moments, recoveries: [], verdict: { lost: 1 } })).toContain('1 lost');
});

it('draws the charts of `npm run bench` from its figures, and none without figures', () => {
  const results = (names: string[]) =>
    names.map((name) => summarize(figure(name, 'ms', [2, 3, 4])));
  const site = pictures.site?.(
    results(['/ shipped: first view', '/ shipped: LCP', '/ other: first view', '/ other: LCP']),
  );
  expect(site).toContain('>As shipped</text>');
  expect(site).toContain('>other</text>');
  expect(site).toContain('>3 ms</text>');
  const api = pictures.api?.(results(['shipped, Node 24: accepts per CPU second']));
  expect(api).toContain('>Node 24</text>');
  expect(api).toContain('>333.33 ms</text>');
  const rates = ['p50', 'p99', 'p99.9', 'failed, of 10'].map(
    (what) => `one API, 10 a second: ${what}`,
  );
  const crowd = pictures.crowd?.(results(rates));
  expect(crowd).toContain('>One API</text>');
  expect(crowd).toContain('>30%</text>');
  expect(crowd).not.toContain('NaN');
  expect(pictures.site?.([])).toBeUndefined();
});
