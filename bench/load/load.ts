/** What the load generator is told to send. Every request is another enquiry. */
export interface Load {
  url: string;
  requests: number;
  /** How many requests are under way at any time, or how many are begun each second. */
  pace: { connections: number } | { perSecond: number };
  /** The status that every answer must have. */
  status: number;
}

/** What came of it; times in milliseconds. */
export interface LoadResult {
  seconds: number;
  p50: number;
  p99: number;
  slowest: number;
}

/** Told of each answer: its status, and the milliseconds that it took. */
export type OnAnswer = (status: number, took: number) => void;
