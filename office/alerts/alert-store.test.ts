import { afterEach, expect, it, onTestFinished, vi } from 'vitest';

import { emptyAlertState } from './alert-state.ts';
import {
  releaseLead,
  keepState,
  leadFor,
  readState,
  acquireLead,
  runAsLeader,
  type AlertPlace,
} from './alert-store.ts';

interface TestPlace extends AlertPlace {
  down: boolean;
  /** Lets the lock expire. */
  lapse: () => void;
}

function createPlace(): TestPlace {
  let leader: string | undefined;
  let takenAt = 0;
  let stored: string | undefined;
  function when<Answer>(answer: () => Answer): Promise<Answer> {
    return place.down ? Promise.reject(new Error('down')) : Promise.resolve(answer());
  }
  const place: TestPlace = {
    down: false,
    lapse: () => (leader = undefined),
    lead: (holder) =>
      when(() => {
        if (Date.now() - takenAt >= leadFor) leader = undefined;
        leader ??= holder;
        if (leader === holder) takenAt = Date.now();
        return leader === holder;
      }),
    leave: (holder) => when(() => leader === holder && (leader = undefined)),
    read: () => when(() => stored),
    keep: (state) => when(() => (stored = state)),
  };
  return place;
}

afterEach(() => {
  vi.useRealTimers();
});

it('lets only one process send alerts if either store is down', async () => {
  const [redis, mongodb] = [createPlace(), createPlace()];
  const both = [redis, mongodb];
  const leaders = async () => [await acquireLead(both, 'a'), await acquireLead(both, 'b')];
  expect(await leaders()).toEqual([true, false]);
  redis.down = true;
  expect(await leaders()).toEqual([true, false]);
  [redis.down, mongodb.down] = [false, true];
  expect(await leaders()).toEqual([true, false]);
});

it('lets only one process send alerts if another process cannot reach Redis', async () => {
  const [redis, mongodb] = [createPlace(), createPlace()];
  expect(await acquireLead([redis, mongodb], 'a')).toBe(true);
  const unreachable = createPlace();
  unreachable.down = true;
  expect(await acquireLead([unreachable, mongodb], 'b')).toBe(false);
});

it('does not let two processes deadlock', async () => {
  const [redis, mongodb] = [createPlace(), createPlace()];
  redis.down = true;
  await acquireLead([redis, mongodb], 'b');
  redis.down = false;
  expect(await acquireLead([redis, mongodb], 'a')).toBe(false);
  // Process b does not get the lock in Redis, so it no longer renews its lock in MongoDB.
  expect(await acquireLead([redis, mongodb], 'b')).toBe(false);
  mongodb.lapse();
  expect(await acquireLead([redis, mongodb], 'a')).toBe(true);
});

it('lets another process send alerts immediately after the first one is stopped', async () => {
  const places = [createPlace(), createPlace()];
  await acquireLead(places, 'a');
  await releaseLead(places, 'b');
  expect(await acquireLead(places, 'b')).toBe(false);
  await releaseLead(places, 'a');
  expect(await acquireLead(places, 'b')).toBe(true);
});

it('reads the newest state from either store or from its own memory', async () => {
  const [redis, mongodb] = [createPlace(), createPlace()];
  await keepState([redis, mongodb], { ...emptyAlertState, savedAt: 1 });
  redis.down = true;
  await keepState([redis, mongodb], { ...emptyAlertState, savedAt: 2 });
  redis.down = false;
  expect((await readState([redis, mongodb], emptyAlertState)).savedAt).toBe(2);
  mongodb.down = true;
  expect((await readState([redis, mongodb], emptyAlertState)).savedAt).toBe(1);
  redis.down = true;
  expect((await readState([redis, mongodb], { ...emptyAlertState, savedAt: 3 })).savedAt).toBe(3);
});

it('lets another process take over within a minute, and never lets two send alerts', async () => {
  vi.useFakeTimers();
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const [places, offices] = [
    [createPlace(), createPlace()],
    ['a', 'b'],
  ];
  const looks: string[] = [];
  const gone = new AbortController();
  for (const office of offices) {
    const signal = AbortSignal.any([stopping.signal, ...(office === 'a' ? [gone.signal] : [])]);
    // The checks can take longer than the lock lasts without a renewal.
    const work = async () => {
      looks.push(office);
      await new Promise((resolve) => setTimeout(resolve, 2 * leadFor));
    };
    runAsLeader(places, office, { every: 60_000, work, signal });
  }
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks.length).toBeGreaterThan(5);
  expect(new Set(looks)).toEqual(new Set(['a']));
  gone.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks.at(-1)).toBe('b');
});
