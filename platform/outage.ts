import { reasonOf } from './reason.ts';

/** Writes one line of the log, with the given fields. */
type Line = (fields: object) => void;

/** How often an outage that lasts is logged, in milliseconds. */
const every = 60_000;

/** An outage of a store or server, and how it is logged. */
export type Outage = ReturnType<typeof createOutage>;

/**
 * Logs an outage once when it begins, once a minute with the number of failures since, and once when
 * it is over, however many failures are reported. One that returns for the same reason within a minute
 * is the same outage.
 */
export function createOutage(lines: { began: Line; lasts: Line; over: Line }, now = Date.now) {
  let isOn = false;
  let overAt = -Infinity;
  let loggedAt = -Infinity;
  let loggedReason: string | undefined;
  let isLogged = false;
  let failures = 0;
  return {
    isOn: () => isOn,
    /** When it was last over; the current time while it lasts. */
    until: () => (isOn ? now() : overAt),
    failed(error: unknown, about: object = {}): void {
      failures += 1;
      const reason = reasonOf(error);
      const isQuiet = now() - loggedAt < every;
      const isNew = !isOn && !(isQuiet && reason === loggedReason);
      isOn = true;
      if (isQuiet && !isNew) return;
      if (isNew) lines.began({ ...about, err: error });
      else lines.lasts({ ...about, reason, failures });
      [loggedAt, loggedReason, failures, isLogged] = [now(), reason, 0, true];
    },
    over(): void {
      if (!isOn) return;
      [isOn, overAt] = [false, now()];
      if (isLogged) lines.over({});
      isLogged = false;
    },
  };
}
