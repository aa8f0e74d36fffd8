import type { Proof } from '../../../contract/firm-proof.ts';

/**
 * Clients, testimonials, a case study and people, with pictures in firm/images/. All are optional:
 * testing/firms/karoo/content/en/proof.ts has an example of each.
 */
export const proof: Proof = {};
