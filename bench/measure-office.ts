import { setTimeout as sleep } from 'node:timers/promises';

import type { ActionName, AnswerOf, RequestOf } from '../office/office-api.ts';
import { launchBrowser } from '../testing/browser.ts';
import { loadedFiles, scriptsOf, totalOf } from '../testing/loaded-files.ts';
import { callOffice } from '../testing/office/call-office.ts';
import { colleagues, fillOffice } from './fill-office.ts';
import { atMost, column, figure, percentile, type Figure, type Target } from './figures.ts';
import { bundleProcesses, startShippedOffice, type MeasuredProcess } from './processes.ts';
import { startStores, type Session } from './session.ts';
import { visitOnPhone } from './site/phone.ts';

interface FilledOffice {
  session: Session;
  office: MeasuredProcess;
  count: number;
  tokens: string[];
}

/** `npm run bench -- office`: response times for staff by the number of stored enquiries. */
export async function measureOffice(session: Session, sizes: number[]): Promise<Figure[]> {
  await bundleProcesses();
  const figures: Figure[] = [];
  for (const [index, count] of sizes.entries()) {
    const { stores, redis } = await startStores(session);
    const own = { ...stores, MONGODB_URI: `${stores.MONGODB_URI}-office-${index}` };
    const { tokens, drop } = await fillOffice(session, own.MONGODB_URI, count);
    const office = await startShippedOffice(session, own);
    const filled = { session, office, count, tokens };
    const before = await office.memory();
    figures.push(
      ...(await measureReading(filled)),
      ...(await measurePage(filled)),
      ...(await measureColleagues(filled)),
    );
    const { now, most } = await office.memory();
    figures.push(
      figure(`${count} stored: memory of the office, before`, 'bytes', [before.now]),
      figure(`${count} stored: memory of the office, after`, 'bytes', [now]),
      figure(`${count} stored: memory of the office, peak`, 'bytes', [most]),
    );
    await office.stop();
    await drop();
    await redis.stop();
  }
  return figures;
}

async function ask<Name extends ActionName>(
  { office, tokens }: FilledOffice,
  name: Name,
  body?: Partial<RequestOf<Name>>,
  who = 0,
): Promise<Response> {
  const response = await callOffice(office.url, name, { cookie: `office=${tokens[who]}`, body });
  if (response.status !== 200) throw new Error(`${name} returned ${response.status}.`);
  return response;
}

async function measureReading(filled: FilledOffice): Promise<Figure[]> {
  const { session, count } = filled;
  const [rounds, exports] = session.quick ? [10, 2] : [40, 5];

  async function measure<Name extends ActionName>(
    what: string,
    [name, body]: [Name, Partial<RequestOf<Name>>],
    target?: Target,
    times = rounds,
  ): Promise<Figure> {
    session.say(`office: ${count} stored, ${what}`);
    const samples: number[] = [];
    for (let round = -Math.ceil(times / 8); round < times; round += 1) {
      const started = performance.now();
      await (await ask(filled, name, body)).arrayBuffer();
      if (round >= 0) samples.push(performance.now() - started);
    }
    return figure(`${count} stored: ${what}`, 'ms', samples, target);
  }

  const { rows } = await list(filled);
  const [row] = rows;
  if (!row) throw new Error('There is no enquiry.');
  const wanted = { tab: 'all', format: 'csv', reason: 'A copy for the auditors' } as const;
  const exported = await (await ask(filled, 'enquiry.export', wanted)).arrayBuffer();
  const search = (text: string) =>
    ['enquiry.list', { tab: 'all', search: text }] as ['enquiry.list', object];
  return [
    await measure('a page of new ones', ['enquiry.list', { tab: 'new' }], atMost(60)),
    await measure('a page of all', ['enquiry.list', { tab: 'all' }], atMost(60)),
    await measure('a search for a name', search('dlamini lerato'), atMost(100)),
    await measure('a search that finds nothing', search('nobody at all'), atMost(100)),
    await measure('an enquiry is opened', ['enquiry.open', { name: row.reference }], atMost(60)),
    await measure('all as CSV', ['enquiry.export', wanted], undefined, exports),
    figure(`${count} stored: all as CSV`, 'bytes', [exported.byteLength]),
  ];
}

async function list(filled: FilledOffice, who?: number): Promise<AnswerOf<'enquiry.list'>> {
  const response = await ask(filled, 'enquiry.list', { tab: 'new' }, who);
  return (await response.json()) as AnswerOf<'enquiry.list'>;
}

/** Measures the first view of the list on a phone with a slow network and an empty cache. */
async function measurePage({ session, office, count, tokens }: FilledOffice): Promise<Figure[]> {
  const browser = await launchBrowser({ handleSIGINT: false });
  session.keep({ stop: () => browser.close() });
  const kinds = ['all', 'HTML', 'JavaScript', 'fonts', 'data'] as const;
  const samples: Record<(typeof kinds)[number] | 'time', number>[] = [];
  for (let round = 0; round < (session.quick ? 2 : 5); round += 1) {
    session.say(`office: ${count} stored, first view ${round + 1}`);
    const cookie = { name: 'office', value: tokens[0] ?? '', url: office.url };
    const sample = await visitOnPhone(
      browser,
      `${office.url}/ops/enquiries`,
      'network',
      (page) => page.context().addCookies([cookie]),
      async (page) => {
        await page.locator('[data-row]').first().waitFor();
        const time = await page.evaluate(() => performance.now());
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        const files = await loadedFiles(page);
        const under = (path: string) => totalOf(files.filter((file) => file.path.startsWith(path)));
        const [html] = files;
        return {
          time,
          all: totalOf(files),
          HTML: html?.bytes ?? 0,
          JavaScript: totalOf(scriptsOf(files)),
          fonts: under('/ops/fonts/'),
          data: under('/ops/api/'),
        };
      },
    );
    samples.push(sample);
  }
  await browser.close();
  return [
    figure(
      `${count} stored: first view on a slow phone`,
      'ms',
      column(samples, 'time'),
      atMost(1_600),
    ),
    ...kinds.map((kind) =>
      figure(
        `${count} stored: first view, ${kind}`,
        'bytes',
        column(samples, kind),
        kind === 'all' ? atMost(120_000) : undefined,
      ),
    ),
  ];
}

/** Measures how soon every open page is notified of a change and refetches its list. */
async function measureColleagues(filled: FilledOffice): Promise<Figure[]> {
  const { session, office, count, tokens } = filled;
  const streams = await Promise.all(tokens.map((_, who) => listen(filled, who)));
  session.say(`office: ${count} stored, ${colleagues.length} open pages`);
  const seconds = session.quick ? 5 : 45;
  const idleBefore = await office.cpu();
  await sleep(seconds * 1_000);
  const idle = (await office.cpu()) - idleBefore;

  const rounds = session.quick ? 5 : 20;
  const { rows } = await list(filled);
  let refused = 0;
  const each: number[] = [];
  const samples: Record<'notified' | 'read' | 'cpu', number>[] = [];
  for (const [round, { id, version }] of rows.slice(0, rounds).entries()) {
    session.say(`office: ${count} stored, change ${round + 1} of ${rounds}`);
    const cpuBefore = await office.cpu();
    const started = performance.now();
    const since = () => performance.now() - started;
    const hearing = streams.map(async (heard, who) => {
      await heard(id);
      const at = since();
      const isRead = await list(filled, who).catch(() => undefined);
      refused += isRead ? 0 : 1;
      return { at, read: since() };
    });
    const items = [{ id, version }];
    const answer = await ask(filled, 'enquiry.assign', { items, owner: colleagues[0] ?? null });
    await answer.arrayBuffer();
    const all = await Promise.all(hearing);
    const [notified, read] = [column(all, 'at'), column(all, 'read')];
    const cpu = ((await office.cpu()) - cpuBefore) * 1_000;
    each.push(...notified);
    samples.push({ notified: Math.max(...notified), read: Math.max(...read), cpu });
  }
  const title = `${count} stored, ${colleagues.length} pages open`;
  return [
    figure(`${title}: a page is notified of a change, p50`, 'ms', [percentile(each, 50)]),
    figure(`${title}: all are notified of a change`, 'ms', column(samples, 'notified')),
    figure(`${title}: all have refreshed the list`, 'ms', column(samples, 'read')),
    figure(`${title}: refused, of ${rounds * streams.length}`, '', [refused]),
    figure(`${title}: CPU time`, 'ms', column(samples, 'cpu')),
    figure(`${title}: CPU, idle`, 'of 100', [(100 * idle) / seconds]),
  ];
}

/** Opens an event stream. Returns a function that waits for the next event about an enquiry. */
async function listen(filled: FilledOffice, who: number): Promise<(id: string) => Promise<void>> {
  const { body } = await ask(filled, 'enquiry.events', undefined, who);
  const waiting = new Map<string, () => void>();
  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) {
      const text = decoder.decode(chunk, { stream: true });
      for (const [id, tell] of waiting) if (text.includes(id)) tell();
    }
  }
  // The stream breaks off when the enquiries desk stops.
  read().catch(() => undefined);
  return (id) => new Promise((resolve) => waiting.set(id, resolve));
}
