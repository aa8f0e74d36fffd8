import { addSearchWords } from './0001-search-words.ts';
import type { Migration } from './migrate.ts';

/**
 * The changes that upgrades make to stored data, in order. Add new ones at the end with the next
 * number, and never change or remove one after its release.
 */
export const migrations: readonly Migration[] = [
  { name: '0001-search-words', run: addSearchWords },
];
