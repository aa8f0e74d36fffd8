import type { Migration } from './migrate.ts';

/**
 * The changes that upgrades make to stored data, in order. Each is added at the end, with the next
 * number, and is never changed or removed after its release.
 */
export const migrations: readonly Migration[] = [];
