import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';

import { createNetworkLimits } from './network-limits.ts';

it('limits the connections of a network, but not those of proxies or the machine itself', () => {
  const limits = {
    bodyTimeout: 1,
    bytesPerSecond: 1,
    bodiesPerNetwork: 1,
    connectionsPerNetwork: 1,
  };
  const from = (remoteAddress: string) =>
    Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;
  const direct = createNetworkLimits(limits, 0, () => undefined);
  const first = from('203.0.113.1');
  expect(direct.admitConnection(first)).toBe(true);
  expect(direct.admitConnection(from('203.0.113.1'))).toBe(false);
  expect(direct.admitConnection(from('203.0.113.2'))).toBe(true);
  first.emit('close');
  expect(direct.admitConnection(from('203.0.113.1'))).toBe(true);
  const behindProxy = createNetworkLimits(limits, 1, () => undefined);
  for (let count = 0; count < 3; count += 1) {
    expect(direct.admitConnection(from('127.0.0.1'))).toBe(true);
    expect(behindProxy.admitConnection(from('203.0.113.1'))).toBe(true);
  }
});
