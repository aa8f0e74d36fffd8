import { describeAge, isBad, type CheckContext, type Finding } from './check.ts';

export type AlertChannel = 'email' | 'webhook';

export interface AlertMessage {
  title: string;
  text: string;
  /** In milliseconds since 1970. */
  at: number;
}

/** A problem that the checks found. Times are in milliseconds since 1970. */
interface Problem {
  subject: string;
  says: string;
  level: Finding['level'];
  /** When it began or got worse. */
  since: number;
  lastSeen: number;
  /** The level of the alert about it, if one was sent. */
  alerted?: Finding['level'];
}

/** The state of alerting, which all processes of the enquiries desk share. */
export interface AlertState {
  /** When the checks last ran. */
  savedAt: number;
  problems: Record<string, Problem>;
  unsent: { channel: AlertChannel; message: AlertMessage }[];
  /** Failing channels, with the code of the last failure. */
  failing: Partial<Record<AlertChannel, string>>;
}

export const emptyAlertState: AlertState = { savedAt: 0, problems: {}, unsent: [], failing: {} };

export function alertedIn({ problems }: AlertState): AlertState['problems'] {
  return Object.fromEntries(Object.entries(problems).filter(([, { alerted }]) => alerted));
}

type InRedis = Pick<CheckContext, 'redis' | 'queuePrefix'>;

const keyOf = ({ queuePrefix }: InRedis) => `${queuePrefix}:alert-state`;

export async function readAlertState(place: InRedis): Promise<AlertState> {
  const text = await (await place.redis()).get(keyOf(place));
  return text ? (JSON.parse(text) as AlertState) : emptyAlertState;
}

export async function saveAlertState(place: InRedis, state: AlertState): Promise<void> {
  await (await place.redis()).set(keyOf(place), JSON.stringify(state));
}

/**
 * Updates the problems with new findings, and returns the messages to send. A problem causes an
 * alert once it has lasted `after` milliseconds, another if it gets critical, and one more when it
 * has been gone for as long. What has a known cause causes none.
 */
export function decide(
  { problems: before, ...state }: AlertState,
  findings: readonly Finding[],
  now: number,
  after: number,
): { state: AlertState; messages: AlertMessage[] } {
  const problems: AlertState['problems'] = {};
  const messages: AlertMessage[] = [];
  for (const finding of findings) {
    const { id, subject, says, level, because } = finding;
    const known = before[id];
    if (isBad(finding) && because === undefined) {
      const isWorse = level === 'critical' && known?.level === 'warning';
      const since = known && !isWorse ? known.since : now;
      const problem: Problem = { ...known, subject, says, level, since, lastSeen: now };
      const isDue = !problem.alerted || (problem.alerted === 'warning' && level === 'critical');
      if (isDue && now - since >= after) {
        problem.alerted = level;
        messages.push(describeProblem(finding, findings, since, now));
      }
      problems[id] = problem;
    } else if (known && level !== 'ok') {
      // The alert names the cause, or the check could not run: this problem is not over.
      if (known.alerted) problems[id] = { ...known, lastSeen: now };
    } else if (known && now - known.lastSeen < after) {
      problems[id] = known;
    } else if (known?.alerted) {
      messages.push(describeEnd(known, now));
    }
  }
  return { state: { ...state, savedAt: now, problems }, messages };
}

function describeProblem(
  { id, subject, says, remedy, link, level }: Finding,
  findings: readonly Finding[],
  since: number,
  now: number,
): AlertMessage {
  const effects = findings.filter(({ because }) => because === id).map((effect) => effect.subject);
  const lines = [
    says,
    ...(remedy ? [`What to do: ${remedy}`] : []),
    ...(link ? [link] : []),
    ...(effects.length > 0 ? [`Also affected: ${effects.join(', ')}.`] : []),
    `Since ${timeOf(since)} (${describeAge(now - since)}).`,
  ];
  const title = `${level === 'critical' ? 'Critical' : 'Warning'}: ${subject}`;
  return { title, text: lines.join('\n'), at: now };
}

function describeEnd({ subject, says, since, lastSeen }: Problem, now: number): AlertMessage {
  const text = `Resolved after ${describeAge(lastSeen - since)}. It began at ${timeOf(since)}: ${says}`;
  return { title: `Resolved: ${subject}`, text, at: now };
}

/** A readable time, such as `2026-11-22 07:30 UTC`. */
function timeOf(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
