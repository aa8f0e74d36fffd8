import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { expect, it } from 'vitest';

import { mergeChunks } from './smtp-mailer.ts';

it('merges a message into large chunks without changing it', async () => {
  const lines = Array.from({ length: 2_000 }, (_, number) => Buffer.from(`line ${number} ō\r\n`));
  const pieces: Buffer[] = [];
  await finished(
    mergeChunks(Readable.from(lines)).on('data', (piece: Buffer) => pieces.push(piece)),
  );
  expect(Buffer.concat(pieces)).toEqual(Buffer.concat(lines));
  expect(pieces.length).toBeLessThanOrEqual(3);
});

it('passes on an error while the message is read', async () => {
  const content = new Readable({ read: () => content.destroy(new Error('It is gone.')) });
  await expect(buffer(mergeChunks(content))).rejects.toThrow('It is gone.');
});
