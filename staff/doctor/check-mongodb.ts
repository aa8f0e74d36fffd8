import type { Database } from '../../storage/connection.ts';
import type { StaffContext } from '../context.ts';
import { critical, ok, warning, type Check, type Finding } from './finding.ts';

export function checkMongodbWrites({ database }: StaffContext): Check {
  return {
    subject: 'MongoDB',
    mend: 'See docs/operations.md, MongoDB is down. Enquiries wait in Redis meanwhile.',
    async run() {
      const { submissions } = await database();
      const probe = submissions.db.collection<{ _id: string; at: Date }>('doctor');
      const started = performance.now();
      const writeConcern = { w: 'majority', j: true, wtimeoutMS: 5_000 } as const;
      const $set = { at: new Date() };
      await probe.updateOne({ _id: 'doctor' }, { $set }, { upsert: true, writeConcern });
      await probe.deleteOne({ _id: 'doctor' });
      const took = Math.round(performance.now() - started);
      return [ok(`It answers, and a majority had a write on disk in ${took} ms.`)];
    },
  };
}

export function checkIndexes({ database }: StaffContext): Check {
  return {
    subject: 'MongoDB indexes',
    mend: 'MongoDB has to answer first.',
    async run() {
      const { submissions, users } = await database();
      return [await compare(submissions), await compare(users)];
    },
  };
}

async function compare(
  model: Database['submissions'] | Database['users'],
): Promise<Omit<Finding, 'subject'>> {
  const name = model.collection.collectionName;
  const mend = 'The worker creates them when it starts: start it and look again.';
  const found = await model.collection.indexes().catch(() => []);
  if (found.length === 0) return warning(`The collection ${name} is not there yet.`, mend);
  const missing = model.schema.indexes().filter(([fields, options]) => {
    const existing = found.find(({ key }) => JSON.stringify(key) === JSON.stringify(fields));
    return existing?.expireAfterSeconds !== options.expireAfterSeconds || !existing;
  });
  if (missing.length === 0) return ok(`${name} has all of its ${found.length} indexes.`);
  const names = missing.map(([fields]) => Object.keys(fields).join('+')).join(', ');
  const expires = missing.some(([, options]) => options.expireAfterSeconds !== undefined);
  const says = `${name} lacks indexes on ${names}.`;
  return expires
    ? critical(`${says} Without expiresAt nothing is deleted when its time has come.`, mend)
    : warning(says, mend);
}
