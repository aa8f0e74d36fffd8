import { format } from 'oxfmt';

import type { FindingView } from '../../office/features/status/actions.ts';
import type { SentAlert } from '../../testing/alert-receiver.ts';
import { formatTable } from '../figures.ts';
import type { Fault } from './faults.ts';
import type { Diagnosis } from './observe.ts';

/** How a fault was reported. Times are in seconds since it began. */
export interface Row {
  fault: Pick<Fault, 'name' | 'cause' | 'sendsNoAlert' | 'nobodyCanSignIn'>;
  /** The time until the doctor reported it. */
  noticedAfter: number;
  /** The time until the first alert, or until heartbeats were missed. */
  alertedAfter: number;
  /** The alerts sent before the fault ended. */
  alerts: readonly SentAlert[];
  /** The exit code of the doctor after the simulated hour. */
  code: number;
  /** The doctor's results, both when it noticed the fault and after a simulated hour. */
  looks: Record<'noticed' | 'settled', Diagnosis>;
  /** The status page after the simulated hour; undefined if it was unavailable. */
  page: Diagnosis | undefined;
  hasRunbook: boolean;
}

/** The time limit in seconds for noticing a fault. */
const noticeWithin = 180;

/**
 * Whether a finding has the wanted id, or an id that begins with the wanted one and a dot:
 * `site.headers` also counts as `site`.
 */
export function isCause(finding: FindingView | undefined, wanted: string): boolean {
  return finding?.id === wanted || finding?.id.split('.')[0] === wanted;
}

/** Lists the expectations that the product did not meet. */
export function wrongWith(row: Row): string[] {
  const { fault, looks, page, alerts } = row;
  const wrong: string[] = [];
  for (const { causes } of [looks.noticed, looks.settled, ...(page ? [page] : [])]) {
    const [first, ...others] = causes;
    if (!isCause(first, fault.cause)) {
      wrong.push(`${first?.id ?? 'nothing'} was named instead of ${fault.cause}`);
    }
    const alsoCritical = others.filter(({ level }) => level === 'critical').map(({ id }) => id);
    if (alsoCritical.length > 0) wrong.push(`also critical: ${alsoCritical.join(', ')}`);
  }
  if (row.noticedAfter > noticeWithin) wrong.push(`noticed after ${row.noticedAfter} s`);
  if (!row.hasRunbook) wrong.push('its runbook is not in docs/operations.md');
  if (!page && !fault.sendsNoAlert && !fault.nobodyCanSignIn)
    wrong.push('the page did not respond');
  const titles = [...new Set(alerts.map(({ title }) => title))];
  if (titles.length !== (fault.sendsNoAlert ? 0 : 1))
    wrong.push(`alerts: ${titles.join(', ') || 'nothing'}`);
  return [...new Set(wrong)];
}

const header = ['Fault', 'Noticed after', 'Doctor and status page', 'Alert', 'Runbook'];

/**
 * Writes the report as a Markdown page.
 *
 * @param after minutes that a finding had to last before an alert.
 */
export async function describeFaults(rows: readonly Row[], after: number): Promise<string> {
  const wrong = rows.flatMap((row) => wrongWith(row).map((what) => `${row.fault.name}: ${what}`));
  const table = formatTable([header, ...rows.map(describeRow)]);
  const verdict =
    wrong.length === 0
      ? 'For every fault the cause was named first, and nothing else was reported as critical.'
      : `**Failed expectations:**\n\n${wrong.map((line) => `- ${line}`).join('\n')}`;
  const text = `# Fault detection

What [the doctor, the status page and the alerts](../operations.md#monitoring) report for each fault,
and how soon. \`npm run faults\` starts the whole product, causes each fault and generates this page.

${verdict}

- **Noticed after**: seconds until the doctor named the fault.
- **Doctor and status page**: the doctor's exit code and the first cause, as if the fault had lasted an
  hour. _Also affected_ lists consequences.
- **Alert**: the message and its channels. With the default \`ALERT_AFTER_MINUTES\` of 3 it is sent after three
  to four minutes; this run used ${after}.

The status page was requested at the enquiries desk's own port, with an existing session: at \`OFFICE_URL\` it
may be unreachable while the site or the API is down.

${table}
`;
  const { code } = await format('faults.md', text);
  return code;
}

function describeRow({ fault, noticedAfter, code, looks, page, alerts }: Row): string[] {
  const { causes, effects } = looks.settled;
  const [first] = causes;
  const subjects = new Set(effects.map(({ subject }) => subject));
  const affected = [...subjects].filter((subject) => subject !== first?.subject);
  const says = [
    `${code}: ${first?.subject ?? ''}: ${first ? readable(first.says) : ''}`,
    ...(affected.length > 0 ? [`Also affected: ${affected.join(', ')}.`] : []),
    ...(page ? [] : [fault.nobodyCanSignIn ? 'Nobody can sign in.' : 'The page is unavailable.']),
  ];
  const names = alerts.map(({ channel }) => (channel === 'mail' ? 'email' : channel));
  const ways = [...new Set(names)].sort().join(' and ');
  const title = [...new Set(alerts.map((message) => message.title))].join(', ');
  const runbook = first?.runbook
    ? `[${titleOf(first.runbook)}](../operations.md#${first.runbook})`
    : '';
  const alert = fault.sendsNoAlert
    ? '`HEARTBEAT_URL` is no longer requested'
    : `${title} (${ways})`;
  return [fault.name, `${noticedAfter} s`, says.join(' '), alert, runbook];
}

/** The text for a table cell, without parts that differ between machines. */
function readable(says: string): string {
  return says
    .replaceAll(/ on [\w.-]+(?=, seen| is \d)/g, '')
    .replaceAll(/(\d+\.\d+\.\d+\.\d+):\d+/g, '$1')
    .replaceAll(/ in \/\S+ is/g, ' is')
    .replaceAll(/ that holds \/\S+ is/g, ' is')
    .replaceAll('|', '\\|');
}

function titleOf(anchor: string): string {
  const words = anchor
    .replaceAll('-', ' ')
    .replace('mongodb', 'MongoDB')
    .replace(/\bapi\b/, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
