import * as fc from 'fast-check';

export const victims = ['api', 'worker', 'redis', 'mongodb', 'smtp'] as const;
export type Victim = (typeof victims)[number];

/** One fault of a run. */
export interface Fault {
  victim: Victim;
  /** Which of the processes of that kind. */
  index: number;
  /** When, as the share of the enquiries that clients have begun to send by then. */
  at: number;
  /** Milliseconds before it is started again. */
  down: number;
}

/**
 * The faults of a run, in order. Every given kind of process gets its turn; chance, and so the seed,
 * decides the order, the moments and how long each stays down.
 */
export function planFaults(seed: number, count: number, kinds: readonly Victim[]): Fault[] {
  const chances = fc.sample(
    fc.record({
      order: fc.nat(),
      index: fc.nat({ max: 5 }),
      moment: fc.double({ min: 0, max: 1, noNaN: true }),
      down: fc.integer({ min: 100, max: 2_000 }),
    }),
    { seed, numRuns: count },
  );
  const turns = chances
    .map(({ order }, turn) => ({ order, victim: kinds[turn % kinds.length] ?? 'worker' }))
    .sort((one, other) => one.order - other.order);
  return chances.map(({ index, moment, down }, turn) => ({
    victim: turns[turn]?.victim ?? 'worker',
    index,
    // Spread over the run, with chance deciding the moment inside each share of it.
    at: ((turn + moment) / count) * 0.95,
    down,
  }));
}
