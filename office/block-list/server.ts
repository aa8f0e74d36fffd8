import { domainIn, isAddress, isDomain } from '#contract/screening.ts';
import { copyBlockList, readBlockList } from '#storage/block-list.ts';
import { isDuplicate } from '#storage/schemas.ts';
import type { InputOf } from '../api.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { perform } from '../server/perform.ts';
import { unlessDown } from '../server/staff-database.ts';
import { TaskError, usernameOf, type TaskContext } from '../server/task.ts';
import type { blockListApi } from './api.ts';
import { readEntry } from './entries.ts';

const maxEntries = 500;

/** The handlers of the block list. Rights, inputs and outputs are in `api.ts`. */
export function blockListHandlers({
  config,
}: Pick<Context, 'config'>): Pick<Handlers, keyof typeof blockListApi> {
  const { company, officeUrl, MAIL_FROM: from } = config;
  const { email, siteUrl, informationOfficer } = company;
  const ownDomains = [email, siteUrl, informationOfficer.email, officeUrl, from?.address].flatMap(
    (text) => domainIn(text ?? '') ?? [],
  );
  return {
    async 'block-list.read'({ database }) {
      const entries = await readBlockList(await database());
      return {
        entries: entries.map(({ _id: value, addedBy, addedAt }) => ({
          value,
          addedBy,
          addedAt: addedAt.toISOString(),
        })),
      };
    },
    'block-list.add'(task, { value: typed, ...source }) {
      const entry = readEntry(typed, ownDomains);
      if ('refusal' in entry) throw new TaskError('invalid', entry.refusal);
      const added = { ...entry, ...source };
      return perform(task, 'block-list.add', subjectOf(added), async () => {
        const database = await task.database();
        if ((await readBlockList(database)).length >= maxEntries) {
          const full = `The block list is full (${maxEntries}). Remove something first.`;
          throw new TaskError('conflict', full);
        }
        const [_id, addedBy] = [entry.value, usernameOf(task.actor)];
        const blocked = { _id, addedBy, addedAt: new Date() };
        await database.blockList.create(blocked).catch((error: unknown) => {
          if (!isDuplicate(error)) throw error;
          throw new TaskError('conflict', `${_id} is already on the block list.`);
        });
        await copyToRedis(task);
        return added;
      });
    },
    'block-list.remove': (task, entry) =>
      perform(task, 'block-list.remove', subjectOf(entry), async () => {
        await (await task.database()).blockList.deleteOne({ _id: entry.value });
        await copyToRedis(task);
        return entry;
      }),
  };
}

/** What the audit trail says: no address and no phrase, which may name a person. */
function subjectOf({ value, enquiry }: InputOf<'block-list.add'>) {
  return {
    ids: enquiry === undefined ? [] : [enquiry],
    conditions: [isDomain(value) ? value : isAddress(value) ? 'an address' : 'a phrase'],
  };
}

/** Copies the list to Redis for the API; while Redis is down, the desk does it within an hour. */
async function copyToRedis({ database, redis, queuePrefix }: TaskContext): Promise<void> {
  await unlessDown(async () => copyBlockList(await database(), await redis(), queuePrefix));
}
