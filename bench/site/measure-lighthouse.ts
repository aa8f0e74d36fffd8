import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';

import { chromiumFlags, ensureChromium } from '../../testing/programs.ts';
import { atLeast, atMost, figure, type Figure, type Target, type Unit } from '../figure.ts';
import type { Session } from '../session.ts';
import { runRounds } from '../statistics.ts';
import { addressOf, pages, variants, type Variant } from './pages.ts';

type Read = (result: Result) => number | null | undefined;

const score = (category: string): Read => {
  return ({ categories }) => (categories[category]?.score ?? 0) * 100;
};
const value = (audit: string): Read => {
  return ({ audits }) => audits[audit]?.numericValue;
};

const measures: [string, Unit, Read, Target?][] = [
  ['performance', 'of 100', score('performance'), atLeast(100)],
  ['accessibility', 'of 100', score('accessibility'), atLeast(100)],
  ['best practices', 'of 100', score('best-practices'), atLeast(100)],
  ['SEO', 'of 100', score('seo'), atLeast(100)],
  ['FCP', 'ms', value('first-contentful-paint')],
  ['LCP', 'ms', value('largest-contentful-paint'), atMost(1_300)],
  ['TBT', 'ms', value('total-blocking-time'), atMost(10)],
  ['CLS', '', value('cumulative-layout-shift'), atMost(0)],
];

/** Lighthouse's mobile run, with its simulated slow phone and network. */
export async function measureLighthouse(
  session: Session,
  sites: Record<Variant, string>,
): Promise<Figure[]> {
  const chrome = await launch({
    chromePath: ensureChromium(session.say),
    chromeFlags: [...chromiumFlags, '--headless=new'],
    handleSIGINT: false,
  });
  session.onEnd(() => chrome.kill());
  const figures: Figure[] = [];
  for (const page of pages) {
    const samples = await runRounds(session.quick ? 1 : 5, variants, (variant, round) => {
      session.say(`site: Lighthouse on ${page}, round ${round + 1}, ${variant}`);
      return run(addressOf(sites[variant], variant, page), chrome.port);
    });
    for (const variant of variants) {
      for (const [name, unit, read, target] of measures) {
        const values = samples[variant].map((result) => read(result) ?? Infinity);
        const ours = variant === 'shipped' ? target : undefined;
        figures.push(figure(`${page} ${variant}: ${name}`, unit, values, ours));
      }
    }
  }
  chrome.kill();
  return figures;
}

async function run(url: string, port: number, triesLeft = 3): Promise<Result> {
  const outcome = await lighthouse(url, { port, logLevel: 'silent' });
  if (outcome && !outcome.lhr.runtimeError) return outcome.lhr;
  // On a machine that is too busy to paint in time there is nothing to score.
  if (triesLeft > 1) return run(url, port, triesLeft - 1);
  throw new Error(`Lighthouse failed on ${url}: ${outcome?.lhr.runtimeError?.code ?? 'nothing'}.`);
}
