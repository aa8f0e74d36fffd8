import { reasonOf } from './reason.ts';

type Line = (fields: object) => void;

/** Milliseconds between log lines during an outage. */
const logInterval = 60_000;

export type Outage = ReturnType<typeof createOutage>;

/**
 * Logs when an outage begins and when it ends. In between, logs the number of failures once a
 * minute. A failure after the end belongs to the same outage if it has the same reason and follows
 * the last logged failure within a minute.
 */
export function createOutage(lines: { began: Line; continues: Line; ended: Line }, now = Date.now) {
  let isActive = false;
  let endedAt = -Infinity;
  let loggedAt = -Infinity;
  let loggedReason: string | undefined;
  let isLogged = false;
  let failures = 0;
  return {
    isActive: () => isActive,
    /** When the last outage ended: now if it is still active, `-Infinity` if there was none. */
    until: () => (isActive ? now() : endedAt),
    failed(error: unknown, about: object = {}): void {
      failures += 1;
      const reason = reasonOf(error);
      const isQuiet = Math.abs(now() - loggedAt) < logInterval;
      const isNew = !isActive && !(isQuiet && reason === loggedReason);
      isActive = true;
      if (isQuiet && !isNew) return;
      if (isNew) lines.began({ ...about, err: error });
      else lines.continues({ ...about, reason, failures });
      [loggedAt, loggedReason, failures, isLogged] = [now(), reason, 0, true];
    },
    over(): void {
      if (!isActive) return;
      [isActive, endedAt] = [false, now()];
      if (isLogged) lines.ended({});
      isLogged = false;
    },
  };
}
