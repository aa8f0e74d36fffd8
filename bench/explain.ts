import { explainQueries } from './explain-queries.ts';
import { formatTable } from './figures.ts';
import { fillAuditTrail, fillOffice } from './fill-office.ts';
import { openSession, startStores } from './session.ts';

const count = 20_000;

const session = await openSession(true);
try {
  const { stores } = await startStores(session);
  await fillOffice(session, stores.MONGODB_URI, count);
  await fillAuditTrail(stores.MONGODB_URI);
  const explained = await explainQueries(stores.MONGODB_URI);
  const rows = explained.map(({ name, reads, examined, returned, exception = '', isFine }) => [
    `${isFine ? '' : '**too much** '}${name}`,
    reads.join(', '),
    String(examined),
    String(returned),
    exception,
  ]);
  const header = ['Query', 'Reads', 'Examined', 'Returned', 'Why more'];
  console.log(`Queries on ${count} enquiries in ${session.mongodb ?? ''}:\n`);
  console.log(formatTable([header, ...rows]));
  if (explained.some(({ isFine }) => !isFine)) process.exitCode = 1;
} finally {
  await session.end();
}
process.exit();
