import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';

import { useEmbeddedServer } from './embedded-server.ts';

const mongodb = useEmbeddedServer({ password: 'a-generated-password' });

async function countWith(login: string): Promise<number> {
  const uri = mongodb.server.uri.replace('//', `//${login}`);
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    return await client.db('office').collection('items').countDocuments();
  } finally {
    await client.close();
  }
}

it('accepts only clients with the password', async () => {
  expect(await countWith('enquiries:a-generated-password@')).toBe(0);
  await expect(countWith('enquiries:another-password@')).rejects.toThrow('Authentication failed');
  await expect(countWith('')).rejects.toThrow('Sign in first');
});
