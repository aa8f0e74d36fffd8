import { domainIn, isAddress, isDomain } from '#contract/screening.ts';
import { copyBlockList, readBlockList } from '#storage/block-list.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { perform } from '../server/perform.ts';
import { unlessDown } from '../server/staff-database.ts';
import { TaskError, usernameOf } from '../server/task.ts';
import type { blockListApi } from './api.ts';
import { readEntry } from './entries.ts';

export function blockListHandlers({
  config: { company },
}: Pick<Context, 'config'>): Pick<Handlers, keyof typeof blockListApi> {
  const ownDomains = [company.email, company.siteUrl].flatMap((text) => domainIn(text) ?? []);
  return {
    async 'block-list.read'({ database }) {
      const entries = await readBlockList(await database());
      return {
        entries: entries.map(({ _id: value, addedBy, addedAt }) => {
          return { value, addedBy, addedAt: addedAt.toISOString() };
        }),
      };
    },
    async 'block-list.change'(task, { value, isBlocked, enquiry }) {
      const entry = isBlocked ? readEntry(value, ownDomains) : { value };
      if ('refusal' in entry) throw new TaskError('invalid', entry.refusal);
      const _id = entry.value;
      // An address or a phrase may name a person.
      const what = isDomain(_id) ? _id : isAddress(_id) ? 'an address' : 'a phrase';
      const subject = { ids: enquiry === undefined ? [] : [enquiry], conditions: [what] };
      const action = isBlocked ? 'block-list.add' : 'block-list.remove';
      await perform(task, action, subject, async () => {
        const store = await task.database();
        const $set = { addedBy: usernameOf(task.actor), addedAt: new Date() };
        await (isBlocked
          ? store.blockList.updateOne({ _id }, { $set }, { upsert: true })
          : store.blockList.deleteOne({ _id }));
        // For the API. While Redis is down, the desk copies the list within an hour.
        await unlessDown(async () => copyBlockList(store, await task.redis(), task.queuePrefix));
      });
    },
  };
}
