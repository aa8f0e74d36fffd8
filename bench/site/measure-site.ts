import type { Result } from 'lighthouse';

import { launchBrowser } from '../../testing/browser.ts';
import { addresses } from '../../testing/pages.ts';
import { chromiumFlags, ensureChromium } from '../../testing/programs.ts';
import { atLeast, atMost, figure, type Figure, type Target } from '../figures.ts';
import { runRounds, type Session } from '../session.ts';
import { measureBytes } from './measure-bytes.ts';
import { measureInteractions } from './measure-interactions.ts';
import { serveVariants, variantsOf, type Variant } from './variants.ts';

/** `npm run bench -- site`: bytes, response times and Lighthouse scores of the pages. */
export async function measureSite(session: Session): Promise<Figure[]> {
  const sites = await serveVariants(session);
  const browser = await launchBrowser({ handleSIGINT: false });
  session.keep({ stop: () => browser.close() });
  const figures = [
    ...(await measureBytes(session, browser, sites)),
    ...(await measureInteractions(session, browser, sites.shipped)),
  ];
  await browser.close();
  return [...figures, ...(await measureLighthouse(session, sites))];
}

/** The reported parts of Lighthouse's result: scores of categories, and values of audits. */
const measures: [string, Figure['unit'], string, Target?][] = [
  ['performance', 'of 100', 'performance', atLeast(100)],
  ['accessibility', 'of 100', 'accessibility', atLeast(100)],
  ['best practices', 'of 100', 'best-practices', atLeast(100)],
  ['SEO', 'of 100', 'seo', atLeast(100)],
  ['FCP', 'ms', 'first-contentful-paint'],
  ['LCP', 'ms', 'largest-contentful-paint', atMost(1_060)],
  ['TBT', 'ms', 'total-blocking-time', atMost(10)],
  ['CLS', '', 'cumulative-layout-shift', atMost(0)],
];

function read({ categories, audits }: Result, id: string): number {
  const category = categories[id];
  return category ? (category.score ?? 0) * 100 : (audits[id]?.numericValue ?? Infinity);
}

/**
 * The target of a measure on a page. The 404 page asks not to be indexed, which Lighthouse counts
 * as bad SEO. The home page blocks for longer, because it is measured first: our isolation header
 * makes the browser start another process for the first page.
 */
function targetOf(page: string, measure: string, target: Target | undefined): Target | undefined {
  if (measure === 'SEO' && page.includes('404')) return undefined;
  return measure === 'TBT' && page === '/' ? atMost(50) : target;
}

/** Runs Lighthouse with its default settings, which simulate a slow phone and network. */
async function measureLighthouse(
  session: Session,
  sites: Record<Variant, string>,
): Promise<Figure[]> {
  const { launch } = await import('chrome-launcher');
  const chrome = await launch({
    chromePath: ensureChromium(session.say),
    chromeFlags: [...chromiumFlags, '--headless=new'],
    handleSIGINT: false,
  });
  session.keep({ stop: () => chrome.kill() });
  const figures: Figure[] = [];
  for (const page of addresses) {
    const variants = variantsOf(page);
    const what = `site: Lighthouse on ${page}`;
    const rounds: [number, number] = [1, page === '/' ? 9 : 5];
    const samples = await runRounds(session, what, rounds, variants, (variant) =>
      run(`${sites[variant]}${page}`, chrome.port),
    );
    for (const variant of variants) {
      for (const [name, unit, id, target] of measures) {
        const values = samples[variant].map((result) => read(result, id));
        const ours = variant === 'shipped' ? targetOf(page, name, target) : undefined;
        figures.push(figure(`${page} ${variant}: ${name}`, unit, values, ours));
      }
    }
  }
  chrome.kill();
  return figures;
}

async function run(url: string, port: number, triesLeft = 3): Promise<Result> {
  const { default: lighthouse } = await import('lighthouse');
  const outcome = await lighthouse(url, { port, logLevel: 'silent' });
  if (outcome && !outcome.lhr.runtimeError) return outcome.lhr;
  // Lighthouse gives no score if the machine is too busy to paint in time.
  if (triesLeft > 1) return run(url, port, triesLeft - 1);
  throw new Error(`Lighthouse failed on ${url}: ${outcome?.lhr.runtimeError?.code ?? 'nothing'}.`);
}
