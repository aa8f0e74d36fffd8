import { MongoClient, type MongoClientOptions } from 'mongodb';
import { ConnectionString } from 'mongodb-connection-string-url';

/** Replaces the database in a URI, but not the one that authenticates the user. */
export function withDatabase(address: string, name: string): string {
  const uri = new ConnectionString(address);
  // Without authSource, MongoDB authenticates the user in the database that the URI names.
  if (uri.username !== '' && !uri.searchParams.has('authSource')) {
    uri.searchParams.set('authSource', uri.pathname.slice(1) || 'admin');
  }
  uri.pathname = `/${name}`;
  return uri.href;
}

/**
 * Replaces the servers in a URI by one, such as a proxy. The driver then ignores the other members
 * of the replica set.
 */
export function withServer(address: string, host: string): string {
  const uri = new ConnectionString(address);
  if (uri.isSRV) throw new Error('Tests need an address that names its servers by name and port.');
  uri.hosts = [host];
  uri.searchParams.delete('replicaSet');
  uri.searchParams.set('directConnection', 'true');
  return uri.href;
}

/** Replaces the login in a URI. */
export function withLogin(address: string, username: string, password: string): string {
  const uri = new ConnectionString(address);
  [uri.username, uri.password] = [username, password];
  return uri.href;
}

/** The server that accepts writes, such as `127.0.0.1:27017`. */
export async function writableServer(address: string): Promise<string> {
  const [first = '', ...more] = new ConnectionString(address).hosts;
  if (more.length === 0) return first;
  const { primary } = await withMongodb(address, (client) => client.db().command({ hello: 1 }));
  return typeof primary === 'string' ? primary : first;
}

/** Connects with the driver while the work runs, for tasks that `packages/storage/` has no function for. */
export async function withMongodb<Result>(
  address: string,
  work: (client: MongoClient) => Promise<Result>,
  options: MongoClientOptions = {},
): Promise<Result> {
  const client = new MongoClient(address, options);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
