import * as z from 'zod';

import type { Position } from '../../storage/search-submissions.ts';

const position = z.tuple([z.iso.datetime(), z.uuid()]);

/** Where a page ended, as text that fits into a URL and means nothing to whoever passes it on. */
export function writeCursor({ createdAt, _id }: Position): string {
  return Buffer.from(`${createdAt.toISOString()} ${_id}`).toString('base64url');
}

/** The position that a cursor stands for; undefined if it is not one of ours. */
export function readCursor(cursor: string): Position | undefined {
  const parts = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const result = position.safeParse(parts);
  if (!result.success) return undefined;
  const [createdAt, _id] = result.data;
  return { createdAt: new Date(createdAt), _id };
}
