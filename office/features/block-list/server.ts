import { domainIn, isAddress, isDomain } from '../../../contract/screening.ts';
import { copyBlockList, readBlockList } from '../../../storage/block-list.ts';
import { isDuplicate } from '../../../storage/schemas.ts';
import type { RequestOf } from '../../office-api.ts';
import type { Context } from '../../server/context.ts';
import { routesFor, type Route } from '../../server/route.ts';
import { run, runPrepared } from '../../server/run-action.ts';
import { unlessDown } from '../../server/staff-database.ts';
import { TaskError, usernameOf, type TaskContext } from '../../server/task.ts';
import { maxEntries, readEntry } from './entries.ts';

/** The routes for the block list. Rights and schemas are in `actions.ts`. */
export function blockListRoutes({ config }: Context): Route[] {
  const { company, officeUrl, MAIL_FROM: from } = config;
  const { email, siteUrl, informationOfficer } = company;
  const ownDomains = [email, siteUrl, informationOfficer.email, officeUrl, from?.address].flatMap(
    (text) => domainIn(text ?? '') ?? [],
  );

  return routesFor({
    async 'block-list.read'({ database }) {
      const entries = await readBlockList(await database());
      return { entries: entries.map(({ _id: value, ...entry }) => ({ value, ...entry })) };
    },
    'block-list.add': (task, { value: text, ...source }) =>
      runPrepared(task, 'block-list.add', {}, async () => {
        const entry = readEntry(text, ownDomains);
        if ('refusal' in entry) throw new TaskError('invalid', entry.refusal);
        const database = await task.database();
        const { length } = await readBlockList(database);
        if (length >= maxEntries) {
          const words = `The block list is full (${maxEntries}). Remove something first.`;
          throw new TaskError('conflict', words);
        }
        const added = { value: entry.value, ...source };
        return {
          about: subjectOf(added),
          async work() {
            const [_id, addedBy] = [entry.value, usernameOf(task.actor)];
            const blocked = { _id, addedBy, addedAt: new Date() };
            await database.blockList.create(blocked).catch((error: unknown) => {
              if (!isDuplicate(error)) throw error;
              throw new TaskError('conflict', `${_id} is already on the block list.`);
            });
            await copyToRedis(task);
            return added;
          },
        };
      }),
    'block-list.remove': (task, entry) =>
      run(task, 'block-list.remove', subjectOf(entry), async () => {
        await (await task.database()).blockList.deleteOne({ _id: entry.value });
        await copyToRedis(task);
        return entry;
      }),
  });
}

/** The subject of the audit record. An address or a phrase may name a person: not recorded. */
function subjectOf({ value, enquiry }: RequestOf<'block-list.add'>) {
  return {
    ids: enquiry === undefined ? [] : [enquiry],
    conditions: [isDomain(value) ? value : isAddress(value) ? 'an address' : 'a phrase'],
  };
}

/** Copies the block list to Redis. If Redis does not answer, the desk copies the list within an hour. */
async function copyToRedis({ database, redis, queuePrefix }: TaskContext): Promise<void> {
  await unlessDown(async () => copyBlockList(await database(), await redis(), queuePrefix));
}
