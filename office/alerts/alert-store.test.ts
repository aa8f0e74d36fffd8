import { expect, it } from 'vitest';

import { nothingTold } from './alert-state.ts';
import {
  giveUpTheLead,
  keepState,
  readState,
  takeTheLead,
  type AlertPlace,
} from './alert-store.ts';

interface TestPlace extends AlertPlace {
  away: boolean;
  /** Lets the lead lapse, as time does. */
  lapse: () => void;
}

function createPlace(): TestPlace {
  let leader: string | undefined;
  let kept: string | undefined;
  function when<Answer>(answer: () => Answer): Promise<Answer> {
    return place.away ? Promise.reject(new Error('away')) : Promise.resolve(answer());
  }
  const place: TestPlace = {
    away: false,
    lapse: () => (leader = undefined),
    lead: (holder) => when(() => (leader ??= holder) === holder),
    leave: (holder) => when(() => leader === holder && (leader = undefined)),
    read: () => when(() => kept),
    keep: (state) => when(() => (kept = state)),
  };
  return place;
}

it('has one office tell, whichever of the stores is away', async () => {
  const [redis, mongodb] = [createPlace(), createPlace()];
  const both = [redis, mongodb];
  const leaders = async () => [await takeTheLead(both, 'a'), await takeTheLead(both, 'b')];
  expect(await leaders()).toEqual([true, false]);
  redis.away = true;
  expect(await leaders()).toEqual([true, false]);
  [redis.away, mongodb.away] = [false, true];
  expect(await leaders()).toEqual([true, false]);
});

it('has one office tell where another cannot reach Redis', async () => {
  const [redis, mongodb] = [createPlace(), createPlace()];
  expect(await takeTheLead([redis, mongodb], 'a')).toBe(true);
  const unreachable = createPlace();
  unreachable.away = true;
  expect(await takeTheLead([unreachable, mongodb], 'b')).toBe(false);
});

it('never has two offices block each other', async () => {
  const [redis, mongodb] = [createPlace(), createPlace()];
  redis.away = true;
  await takeTheLead([redis, mongodb], 'b');
  redis.away = false;
  expect(await takeTheLead([redis, mongodb], 'a')).toBe(false);
  // The other does not keep its lead of MongoDB, as it gets none of Redis.
  expect(await takeTheLead([redis, mongodb], 'b')).toBe(false);
  mongodb.lapse();
  expect(await takeTheLead([redis, mongodb], 'a')).toBe(true);
});

it('lets another office tell at once when one is stopped', async () => {
  const places = [createPlace(), createPlace()];
  await takeTheLead(places, 'a');
  await giveUpTheLead(places, 'b');
  expect(await takeTheLead(places, 'b')).toBe(false);
  await giveUpTheLead(places, 'a');
  expect(await takeTheLead(places, 'b')).toBe(true);
});

it('knows what was told last, whichever of the stores has it', async () => {
  const [redis, mongodb] = [createPlace(), createPlace()];
  await keepState([redis, mongodb], { ...nothingTold, savedAt: 1 });
  redis.away = true;
  await keepState([redis, mongodb], { ...nothingTold, savedAt: 2 });
  redis.away = false;
  expect((await readState([redis, mongodb], nothingTold)).savedAt).toBe(2);
  mongodb.away = true;
  expect((await readState([redis, mongodb], nothingTold)).savedAt).toBe(1);
  redis.away = true;
  expect((await readState([redis, mongodb], { ...nothingTold, savedAt: 3 })).savedAt).toBe(3);
});
