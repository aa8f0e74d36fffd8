import { contactPath } from '../contract/api.ts';
import { officeApi } from '../office/office-api.ts';
import { fillOffice } from './fill-office.ts';
import { atMost, figure, type Figure } from './figures.ts';
import type { Load } from './load-generator.ts';
import {
  bundleProcesses,
  sendCrowd,
  sendSlowly,
  startShippedApi,
  startShippedOffice,
} from './processes.ts';
import { startStores, type Session } from './session.ts';

/** Genuine requests per second: far more than the site gets, so that the sample is large enough. */
const honestPerSecond = 5;

/** The number of connections that send only one byte of a body. */
const slowConnections = 4_600;

/**
 * `npm run bench -- hostile`: measures whether requests from visitors and staff succeed during
 * attacks.
 *
 * @param flood the rate of hostile requests per second, and the duration in seconds.
 */
export async function measureHostile(
  session: Session,
  flood: Record<'rate' | 'seconds', number>,
): Promise<Figure[]> {
  await bundleProcesses();
  const { stores } = await startStores(session);
  const behindProxy = { TRUSTED_PROXY_HOPS: '1' };
  const api = await startShippedApi(session, stores.REDIS_URL, behindProxy);
  const office = await startShippedOffice(session, stores, behindProxy);
  const { tokens } = await fillOffice(session, stores.MONGODB_URI, 1_000);
  const list = {
    ...{ path: officeApi['enquiry.list'].path, body: JSON.stringify({ tab: 'new' }), status: 200 },
    headers: { Cookie: `office=${tokens[0]}`, Origin: office.url },
  };
  const signIn = officeApi['session.sign-in'].path;
  return [
    ...(await measureSlowBodies(session, 'visitors', `${api.url}${contactPath}`, {})),
    ...(await measureSlowBodies(session, 'staff', `${office.url}${signIn}`, list)),
    ...(await measureFlood(session, api, flood)),
  ];
}

/** Sends genuine requests from `from` until `until`, both in seconds from now. */
function visit(session: Session, url: string, from: number, until: number, more?: Partial<Load>) {
  const pace = { perSecond: honestPerSecond };
  const requests = honestPerSecond * (until - from);
  return sendCrowd(session, {
    ...{ urls: [new URL(url).origin], side: 'visitors', requests, pace, delay: from },
    ...more,
  });
}

/**
 * Measures responses in three rounds: with no slow connections, with slow connections from one
 * network, and with slow connections from 50 networks.
 */
async function measureSlowBodies(
  session: Session,
  who: string,
  url: string,
  honest: Partial<Load>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const networks of [0, 1, 50]) {
    const about = `${who}, slow bodies from ${networks} networks`;
    session.say(`hostile: ${about}`);
    const connections = networks && slowConnections;
    const attack = sendSlowly(session, { url, connections, networks, seconds: 16 });
    const { failed, p50, p99 } = await visit(session, url, 3, 15, honest);
    const { most } = await attack;
    figures.push(
      figure(`${about}: concurrent connections`, '', [most]),
      figure(`${about}: refused or unanswered`, 'enquiries', [failed], atMost(0)),
      figure(`${about}: p50`, 'ms', [p50]),
      figure(`${about}: p99`, 'ms', [p99], atMost(500)),
    );
  }
  return figures;
}

async function measureFlood(
  session: Session,
  { url, cpu }: { url: string; cpu: () => Promise<number> },
  { rate, seconds }: Record<'rate' | 'seconds', number>,
): Promise<Figure[]> {
  session.say(`hostile: ${rate} requests a second for ${seconds} s`);
  const before = await cpu();
  const slow = { connections: 100, networks: 100, seconds: seconds + 2 };
  const requests = rate * seconds;
  const pace = { perSecond: rate };
  const flooding = Promise.all([
    sendCrowd(session, { urls: [url], side: 'attackers', requests, pace, delay: 2 }),
    sendSlowly(session, { url: `${url}${contactPath}`, ...slow }),
  ]);
  // Genuine requests begin a second after the flood does, and end a second before it ends.
  const honest = await visit(session, url, 3, 1 + seconds);
  const [hostile] = await flooding;
  const used = (await cpu()) - before;
  const sent = honestPerSecond * (seconds - 2);
  const answered = requests - (hostile.statuses.none ?? 0);
  return [
    figure(`honest not answered with 202, of ${sent}`, 'enquiries', [honest.failed], atMost(0)),
    figure('honest: p50', 'ms', [honest.p50]),
    figure('honest: p99', 'ms', [honest.p99], atMost(1_000)),
    figure('honest: maximum', 'ms', [honest.longest]),
    figure(`hostile answered, of ${rate}`, 'a second', [answered / hostile.seconds]),
    figure('CPU time of the API per request', 'ms', [(used * 1_000) / (answered + sent)]),
    ...Object.entries({ hostile, honest }).flatMap(([side, { statuses }]) =>
      Object.entries(statuses).map(([status, count]) => figure(`${side}: ${status}`, '', [count])),
    ),
  ];
}
