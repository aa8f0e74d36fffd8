import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { expect, it } from 'vitest';

import { gatherPieces } from './smtp-mailer.ts';

it('hands a message over whole, and in pieces that are worth a write', async () => {
  const lines = Array.from({ length: 2_000 }, (_, number) => Buffer.from(`line ${number} ō\r\n`));
  const pieces: Buffer[] = [];
  await finished(
    gatherPieces(Readable.from(lines)).on('data', (piece: Buffer) => pieces.push(piece)),
  );
  expect(Buffer.concat(pieces)).toEqual(Buffer.concat(lines));
  expect(pieces.length).toBeLessThanOrEqual(3);
});

it('says that a message cannot be read', async () => {
  const content = new Readable({ read: () => content.destroy(new Error('It is gone.')) });
  await expect(buffer(gatherPieces(content))).rejects.toThrow('It is gone.');
});
