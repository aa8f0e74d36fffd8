import { Writable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';

import type { OfficeEvent } from '../office-api.ts';
import { beatEvery, createEventStreams } from './event-stream.server.ts';

it('drops a client that stops reading, instead of writing to its ended stream', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let send: (event: OfficeEvent) => void = () => undefined;
  const announcements = {
    onChanges: () => undefined,
    onSessions: () => undefined,
    isLive: () => true,
    recentlyChanged: () => undefined,
    listen(listener: typeof send) {
      send = listener;
      return () => undefined;
    },
  };
  const database = { use: () => Promise.reject(new Error('MongoDB is down.')) };
  const streams = createEventStreams({ announcements, database } as never);
  // Never finishes a write.
  const stalled = new Writable({ write: () => undefined });
  const failed = vi.fn();
  stalled.on('error', failed);
  const express = { locals: { account: { username: 'naledi' } }, writeHead: () => undefined };
  streams.open(Object.assign(stalled, express) as never, undefined);
  for (let count = 0; count < 1_000; count += 1) send({ kind: 'changed', ids: ['x'.repeat(100)] });
  await vi.advanceTimersByTimeAsync(2 * beatEvery);
  expect(stalled.destroyed).toBe(true);
  expect(failed).not.toHaveBeenCalled();
});
