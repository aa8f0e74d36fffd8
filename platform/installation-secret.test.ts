import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { createInstallationSecret } from './installation-secret.ts';

const stored = new Map<string, string>();
let isDown = false;

const redis = {
  set(name: string, value: string) {
    if (isDown) return Promise.reject(new Error('down'));
    if (!stored.has(name)) stored.set(name, value);
    return Promise.resolve('OK');
  },
  get: (name: string) => Promise.resolve(stored.get(name) ?? null),
} as unknown as Parameters<typeof createInstallationSecret>[0];

beforeEach(() => {
  stored.clear();
  isDown = false;
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

function startProcess(secret?: string) {
  const shared = createInstallationSecret(redis, { prefix: 'test', secret });
  return async () => {
    const key = await shared.keyFor('test');
    return key?.export().toString('hex');
  };
}

it('gives every process the same key, even after Redis has lost the secret', async () => {
  const [api, worker] = [startProcess(), startProcess()];
  const before = await api();
  expect(await worker()).toBe(before);
  stored.clear();
  const renewed = await startProcess()();
  expect(renewed).not.toBe(before);
  vi.advanceTimersByTime(5_000);
  expect([await api(), await worker()]).toEqual([renewed, renewed]);
});

it('restores the secret to an empty Redis, so that signatures stay valid', async () => {
  const api = startProcess();
  const before = await api();
  stored.clear();
  vi.advanceTimersByTime(5_000);
  expect(await api()).toBe(before);
  expect(await startProcess()()).toBe(before);
});

it('keeps the secret while Redis is down', async () => {
  const api = startProcess();
  isDown = true;
  expect(await api()).toBeUndefined();
  isDown = false;
  const before = await api();
  isDown = true;
  vi.advanceTimersByTime(5_000);
  expect(await api()).toBe(before);
});

it('keeps a configured secret, and does not store it in Redis', async () => {
  const api = startProcess('configured');
  const before = await api();
  vi.advanceTimersByTime(5_000);
  expect(await api()).toBe(before);
  expect(stored.size).toBe(0);
});
