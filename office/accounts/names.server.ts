import type { Database } from '#storage/connection.ts';
import { listUsers } from '#storage/users.ts';

/**
 * The display name of each account, by username. If several accounts have the same name, the
 * username is added to the name.
 */
export async function readNames(database: Database): Promise<Record<string, string>> {
  const users = await listUsers(database);
  const names = users.map(({ username, name }) => [username, name || username] as const);
  const isShared = (name: string) => names.filter(([, other]) => other === name).length > 1;
  return Object.fromEntries(
    names.map(([username, name]) => [username, isShared(name) ? `${name} (${username})` : name]),
  );
}
