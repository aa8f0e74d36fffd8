import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { inject } from 'vitest';

import { createLogger } from '../platform/logger.ts';
import { connect } from '../storage/connection.ts';
import { withDatabase } from './mongodb-address.ts';

/** A database and queue keys of a test's own, inside the stores that the tests share, and an outbox. */
export interface OwnStores {
  settings: { REDIS_URL: string; MONGODB_URI: string; QUEUE_PREFIX: string; OUTBOX_DIR: string };
  /** Removes the database, the keys and the mails again. */
  remove: () => Promise<void>;
}

export const silent = createLogger({ service: 'test', level: 'silent', format: 'json' });

/** Chooses the names; the stores make them when they are first used. */
export function ownStores(): OwnStores {
  const name = `test-${randomUUID()}`;
  const settings = {
    REDIS_URL: inject('redisUrl'),
    MONGODB_URI: withDatabase(inject('mongodbUri'), name),
    QUEUE_PREFIX: `{${name}}`,
    OUTBOX_DIR: mkdtempSync(join(tmpdir(), 'outbox-')),
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
      await rm(settings.OUTBOX_DIR, { recursive: true, force: true });
    },
  };
}
