import type { IncomingHttpHeaders } from 'node:http';

import { idempotencyKeyHeader } from '../../contract/api.ts';
import { Problem } from '../problem.ts';

const headerName = idempotencyKeyHeader.toLowerCase();

/**
 * The value of the `Idempotency-Key` header, if there is one.
 *
 * @throws Problem 400 unless it is 1 to 200 visible ASCII characters.
 */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers[headerName];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new Problem(400, `${idempotencyKeyHeader} must be 1 to 200 visible ASCII characters.`);
}
