import type { Document } from '../refusals.ts';
import { maximumMessageBytes } from '../wire.ts';
import type { Command } from './command.ts';

// No setName, msg, compression, logicalSessionTimeoutMinutes or topologyVersion: with them
// drivers would use replica sets, sessions and streaming heartbeats, which are not served.
function hello(): Document {
  return {
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: maximumMessageBytes,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    minWireVersion: 0,
    maxWireVersion: 17,
    readOnly: false,
  };
}

const handshake: Command = {
  options: [
    'helloOk',
    'client',
    'compression',
    'backpressure',
    'loadBalanced',
    'speculativeAuthenticate',
    'saslSupportedMechs',
    'hostInfo',
  ],
  run: hello,
};

/** How drivers learn what the server can do. */
export const handshakeCommands = {
  hello: handshake,
  ismaster: handshake,
  isMaster: handshake,
};
