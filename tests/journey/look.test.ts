import { expect, it } from 'vitest';

import { isShipped } from '../../testing/firms/shipped.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { approvedNames, looks, startLook } from './look.ts';

const look = forAllTests(startLook);

it.runIf(isShipped).each(looks)('$name looks as approved', async (state) => {
  expect(await look.compare(state), look.otherBrowser).toEqual([]);
});

it.runIf(isShipped)('every approved picture is used', async () => {
  if (look.otherBrowser) console.warn(look.otherBrowser);
  const compared = looks.flatMap(({ pictures }) => pictures);
  expect((await approvedNames()).filter((name) => !compared.includes(name))).toEqual([]);
});
