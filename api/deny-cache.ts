import type { Counted, Refusal } from '../platform/http/limiter.ts';

/** Caches in memory which networks were denied, to refuse a flood without querying Redis. */
export function createDenyCache() {
  const maxEntries = 10_000;
  const deniedUntil = new Map<string, number>();
  const keyOf = ([{ prefix, max }, source]: Counted) => `${prefix}:${max}:${source}`;
  return {
    add(sources: Counted[], { limit, seconds }: Refusal): void {
      const denied = sources.find((one) => one[0] === limit);
      if (!denied) return;
      const [oldest] = deniedUntil.keys();
      if (oldest !== undefined && deniedUntil.size >= maxEntries) deniedUntil.delete(oldest);
      deniedUntil.set(keyOf(denied), performance.now() + seconds * 1_000);
    },
    /** Seconds for which one of the networks is still denied; undefined if none is denied. */
    secondsFor(sources: Counted[]): number | undefined {
      const left = sources.map((one) => (deniedUntil.get(keyOf(one)) ?? 0) - performance.now());
      const first = left.find((milliseconds) => milliseconds > 0);
      return first && Math.ceil(first / 1_000);
    },
    delete(sources: Counted[]): void {
      for (const one of sources) deniedUntil.delete(keyOf(one));
    },
  };
}
