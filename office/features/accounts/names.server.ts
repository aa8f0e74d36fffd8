import type { Database } from '../../../storage/connection.ts';
import { listUsers } from '../../../storage/users.ts';

/** The display name by username, with the username added if two accounts have the same name. */
export async function readNames(database: Database): Promise<Record<string, string>> {
  const users = await listUsers(database);
  const names = users.map(({ username, name }) => [username, name || username] as const);
  const isShared = (name: string) => names.filter(([, other]) => other === name).length > 1;
  return Object.fromEntries(
    names.map(([username, name]) => [username, isShared(name) ? `${name} (${username})` : name]),
  );
}
