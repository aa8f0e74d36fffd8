import { runForResult } from '../measured-process.ts';
import type { Session } from '../session.ts';

/** What the load generator is told to send. Every request is another enquiry. */
export interface Load {
  url: string;
  requests: number;
  /** How many requests are under way at any time, or how many are begun each second. */
  pace: { connections: number } | { perSecond: number };
  /** The status that every answer must have; 202 unless given. */
  status?: number;
}

/** What came of it; times in milliseconds. */
export interface LoadResult {
  seconds: number;
  p50: number;
  p99: number;
  slowest: number;
}

/**
 * Sends a load from a process of its own and resolves with what came of it.
 *
 * @throws Error when an answer was missing or had another status.
 */
export function sendLoad(session: Session, load: Load): Promise<LoadResult> {
  return runForResult<LoadResult>(session, 'load/generator', [JSON.stringify(load)]);
}
