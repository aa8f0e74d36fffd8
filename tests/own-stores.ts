import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { inject } from 'vitest';

import { createLogger } from '../platform/logger.ts';
import { connect } from '../storage/connection.ts';

/** A database and queue keys of a test file's own, inside the stores that the tests share. */
export interface OwnStores {
  settings: { REDIS_URL: string; MONGODB_URI: string; QUEUE_PREFIX: string };
  /** Removes the database and the keys again. */
  remove(): Promise<void>;
}

export const silent = createLogger({ service: 'test', level: 'silent', format: 'json' });

/** Chooses the names; the stores make them when they are first used. */
export function ownStores(): OwnStores {
  const name = `test-${randomUUID()}`;
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${name}`;
  const settings = {
    REDIS_URL: inject('redisUrl'),
    MONGODB_URI: uri.href,
    QUEUE_PREFIX: `{${name}}`,
  };
  return {
    settings,
    async remove() {
      const redis = new Redis(settings.REDIS_URL);
      for await (const keys of redis.scanStream({ match: `${settings.QUEUE_PREFIX}:*` })) {
        if (Array.isArray(keys) && keys.length > 0) await redis.del(keys as string[]);
      }
      redis.disconnect();
      const database = connect(settings.MONGODB_URI, { logger: silent });
      await database.connected;
      await database.drop();
      await database.close();
    },
  };
}
