import { MongoClient } from 'mongodb';

/** Replaces the database in a URI, but not the one that authenticates the user. */
export function withDatabase(address: string, name: string): string {
  const uri = new URL(address);
  // Without authSource, MongoDB authenticates the user in the database that the URI names.
  if (uri.username !== '' && !uri.searchParams.has('authSource')) {
    uri.searchParams.set('authSource', uri.pathname.slice(1) || 'admin');
  }
  uri.pathname = `/${name}`;
  return uri.href;
}

export function withLogin(address: string, username: string, password: string): string {
  return Object.assign(new URL(address), { username, password }).href;
}

export async function withMongodb<Result>(
  address: string,
  work: (client: MongoClient) => Promise<Result>,
): Promise<Result> {
  const client = new MongoClient(address);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
