import { MongoClient } from 'mongodb';
import { ConnectionString } from 'mongodb-connection-string-url';

/** The same servers and login with another database. */
export function withDatabase(address: string, name: string): string {
  const uri = new ConnectionString(address);
  // Unless an address says where its user is kept, that is the database which it names.
  if (uri.username !== '' && !uri.searchParams.has('authSource')) {
    uri.searchParams.set('authSource', uri.pathname.slice(1) || 'admin');
  }
  uri.pathname = `/${name}`;
  return uri.href;
}

/**
 * The same login and database at one server, a proxy say. The driver talks to it alone, and not to
 * the members of the replica set that it belongs to.
 */
export function withServer(address: string, host: string): string {
  const uri = new ConnectionString(address);
  if (uri.isSRV) throw new Error('Tests need an address that names its servers by name and port.');
  uri.hosts = [host];
  uri.searchParams.delete('replicaSet');
  uri.searchParams.set('directConnection', 'true');
  return uri.href;
}

/** The same servers and database with another login. */
export function withLogin(address: string, username: string, password: string): string {
  const uri = new ConnectionString(address);
  [uri.username, uri.password] = [username, password];
  return uri.href;
}

/** The server of an address that takes writes, such as `127.0.0.1:27017`. */
export async function writableServer(address: string): Promise<string> {
  const [first = '', ...more] = new ConnectionString(address).hosts;
  if (more.length === 0) return first;
  const client = new MongoClient(address);
  try {
    const { primary } = await client.db('admin').command({ hello: 1 });
    return typeof primary === 'string' ? primary : first;
  } finally {
    await client.close();
  }
}
