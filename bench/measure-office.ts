import { createEnquiry, createAccepted } from '../testing/enquiry.ts';
import { createLogger } from '../platform/logger.ts';
import { connect, createIndexes } from '../storage/connection.ts';
import { changeHandling } from '../storage/handling.ts';
import { storeSubmission } from '../storage/submissions.ts';
import { createUser } from '../storage/users.ts';
import { officeApi, type OperationName } from '../office/office-api.ts';
import { buildServers, startService } from '../testing/service.ts';
import { atMost, figure, percentile, type Figure } from './figures.ts';
import { startStores, type Session } from './session.ts';

const account = { username: 'naledi', password: 'marula branch teapot' };
const login = `${account.username}:${account.password}`;
const batch = 500;

/** `npm run bench -- office`: how long staff wait, with so many enquiries stored. */
export async function measureOffice(session: Session): Promise<Figure[]> {
  await buildServers();
  const { stores } = await startStores(session);
  const count = session.quick ? 2_000 : 20_000;
  await fill(session, stores.MONGODB_URI, count);
  const { REDIS_URL, MONGODB_URI } = stores;
  const office = session.keep(await startService('office', { REDIS_URL, MONGODB_URI }));

  async function time(name: OperationName, body: object): Promise<number> {
    const { path } = officeApi[name];
    const started = performance.now();
    const response = await fetch(`${office.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(login)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${name} was answered with ${response.status}.`);
    return performance.now() - started;
  }

  async function measure(what: string, most: number, body: object): Promise<Figure> {
    session.say(`office: ${what}`);
    const rounds = session.quick ? 10 : 40;
    const times: number[] = [];
    for (let round = -5; round < rounds; round += 1) {
      const took = await time('list', body);
      if (round >= 0) times.push(took);
    }
    return figure(`${count} stored: ${what}, p50`, 'ms', [percentile(times, 50)], atMost(most));
  }

  return [
    await measure('a page of new ones', 60, { tab: 'new' }),
    await measure('a page of all', 60, { tab: 'all' }),
    await measure('a search for a name', 250, { tab: 'all', search: 'dlamini lerato' }),
    await measure('a search that finds nothing', 250, { tab: 'all', search: 'nobody at all' }),
  ];
}

/** Stores enquiries of which a third each are new, open and done, and one of twenty is held. */
async function fill(session: Session, uri: string, count: number): Promise<void> {
  const logger = createLogger({ service: 'bench', level: 'silent', format: 'json' });
  const database = connect(uri, { logger });
  await createIndexes(database, logger);
  await createUser(database, { ...account, role: 'staff' });
  for (let first = 0; first < count; first += batch) {
    session.say(`office: ${first} of ${count} enquiries stored`);
    await Promise.all(
      Array.from({ length: batch }, async (_, index) => {
        const number = first + index;
        const form = createEnquiry({
          firstName: number % 500 === 0 ? 'Lerato' : 'Thandiwe',
          lastName: number % 500 === 0 ? 'Dlamini' : `Nkosi-${number}`,
          email: `visitor-${number}@example.org`,
          message:
            `We are looking for a secretariat for our guild, with minutes. ${number} `.repeat(8),
        });
        const acceptedAt = new Date(Date.now() - number * 60_000);
        const screening = { score: 9, reasons: ['It was sent too fast.'], quarantined: true };
        const held = number % 20 === 0 ? { screening } : {};
        const accepted = createAccepted({ form, acceptedAt, ...held });
        await storeSubmission(database, accepted);
        const state = (['new', 'open', 'done'] as const)[number % 3];
        if (!state || state === 'new') return;
        await changeHandling(database, { id: accepted.id, version: 0 }, { state, owner: 'naledi' });
      }),
    );
  }
  await database.close();
}
