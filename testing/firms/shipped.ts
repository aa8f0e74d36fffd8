import { firm } from '../../firm/firm.ts';

/**
 * Whether firm/ is the one that we ship. Tests of the specification's wording run only then, so that
 * the tests of a fork pass with its own firm. Its name is the first thing that a fork changes.
 */
export const isShipped = firm.name === 'Association Office';
