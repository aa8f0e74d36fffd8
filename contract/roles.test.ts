import { expect, it } from 'vitest';

import { mayAs, roles } from './roles.ts';

it.each(roles.flatMap((role, own) => roles.map((wanted, least) => [role, wanted, own >= least])))(
  '%s may do what requires %s: %s',
  (role, wanted, may) => {
    expect(mayAs(role as 'ops', wanted as 'ops')).toBe(may);
  },
);
