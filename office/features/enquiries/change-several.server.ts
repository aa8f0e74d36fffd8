import type { Changed, RefusedItem } from '../../office-views.ts';
import { handlingOf } from '../../../storage/handling.ts';
import type { Handling } from '../../../storage/submission-model.ts';
import { TaskError } from '../../server/task.ts';
import type { ChangedSubmission } from './change-state.server.ts';

/** Why one of several was not changed; the times of what is so now are still dates. */
type RefusedChange = Omit<RefusedItem, 'current'> & { current?: Handling };

/** What became of each of several submissions. */
export interface Outcomes<Done> {
  done: Done[];
  refused: RefusedChange[];
}

/** Does the same with several submissions, one after the other; one that is refused stops no other. */
export async function changeSeveral<Item extends { id: string }, Done>(
  items: readonly Item[],
  change: (item: Item) => Promise<Done>,
): Promise<Outcomes<Done>> {
  const outcomes: Outcomes<Done> = { done: [], refused: [] };
  for (const item of items) {
    try {
      outcomes.done.push(await change(item));
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      const { failure: reason, message: sentence, current } = error;
      outcomes.refused.push({ id: item.id, reason, sentence, ...(current ? { current } : {}) });
    }
  }
  return outcomes;
}

/** What a page is told of a change. */
export function describeChange({
  after,
}: ChangedSubmission): Omit<Changed['done'][number], 'after'> & { after: Handling } {
  return {
    id: after._id,
    after: handlingOf(after),
    canUndo: after.undo !== undefined,
    status: after.status,
  };
}
