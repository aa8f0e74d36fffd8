import { cost } from '#storage/password.ts';

const realCost = { N: 32_768, p: 3 };
// A hash at the real cost takes a third of a second of CPU time. `password.test.ts` tests that.
const cheapCost = { N: 2, p: 1 };
// Vitest runs this before each test file.
Object.assign(cost, cheapCost);

export async function withRealCost(work: () => Promise<unknown>): Promise<void> {
  Object.assign(cost, realCost);
  await work();
  Object.assign(cost, cheapCost);
}
