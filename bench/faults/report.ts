import { format } from 'oxfmt';

import type { FindingView } from '../../office/features/status/actions.ts';
import { formatTable } from '../figures.ts';
import type { Fault } from './faults.ts';
import type { Diagnosis } from './observe.ts';
import type { Told } from './receiver.ts';

/** How a fault was reported. Times are in seconds since it began. */
export interface Row {
  fault: Pick<Fault, 'name' | 'cause' | 'nobodyTells' | 'nobodyIsKnown'>;
  /** Time until the doctor reported it. */
  noticedAfter: number;
  /** Time until the first alert, or until heartbeats were missed. */
  toldAfter: number;
  /** The alerts before it ended. */
  told: readonly Told[];
  /** The exit code of the doctor. */
  code: number;
  /** The doctor's results: at first, and after a simulated hour. */
  looks: Record<'noticed' | 'settled', Diagnosis>;
  /** The status page at that time. */
  page: Diagnosis | undefined;
  hasRunbook: boolean;
}

/** The time limit in seconds for noticing a fault. */
const noticeWithin = 180;

/** Whether a finding, or its check, is the expected one. */
export function isCause(finding: FindingView | undefined, wanted: string): boolean {
  return finding?.id === wanted || finding?.id.split('.')[0] === wanted;
}

/** The ways in which the product did not react as it should. */
export function wrongWith(row: Row): string[] {
  const { fault, looks, page, told } = row;
  const wrong: string[] = [];
  for (const { causes } of [looks.noticed, looks.settled, ...(page ? [page] : [])]) {
    const [first, ...others] = causes;
    if (!isCause(first, fault.cause)) {
      wrong.push(`${first?.id ?? 'nothing'} is named in the place of ${fault.cause}`);
    }
    const besides = others.filter(({ level }) => level === 'critical').map(({ id }) => id);
    if (besides.length > 0) wrong.push(`critical besides: ${besides.join(', ')}`);
  }
  if (row.noticedAfter > noticeWithin) wrong.push(`it was noticed after ${row.noticedAfter} s`);
  if (!row.hasRunbook) wrong.push('it names no section of docs/operations.md');
  if (!page && !fault.nobodyTells && !fault.nobodyIsKnown) wrong.push('the page does not answer');
  const titles = [...new Set(told.map(({ title }) => title))];
  if (titles.length !== (fault.nobodyTells ? 0 : 1))
    wrong.push(`told: ${titles.join(', ') || 'nothing'}`);
  return [...new Set(wrong)];
}

const header = ['Fault', 'Noticed after', 'Doctor and status page', 'Alert', 'Runbook'];

/**
 * The report as a page.
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

The status page was requested at the enquiries desk's own port, with an existing session: it may be
unreachable at \`OFFICE_URL\` while the site or the API is down.

${table}
`;
  const { code } = await format('faults.md', text);
  return code;
}

function describeRow({ fault, noticedAfter, code, looks, page, told }: Row): string[] {
  const { causes, effects } = looks.settled;
  const [first] = causes;
  const affected = [...new Set(effects.map(({ subject }) => subject))];
  const says = [
    `${code}: ${first?.subject ?? ''}: ${first ? readable(first.says) : ''}`,
    ...(affected.length > 0 ? [`Also affected: ${affected.join(', ')}.`] : []),
    ...(page ? [] : [fault.nobodyIsKnown ? 'Nobody can sign in.' : 'The page is unavailable.']),
  ];
  const ways = [...new Set(told.map(({ channel }) => channel))].sort().join(' and ');
  const title = [...new Set(told.map((message) => message.title))].join(', ');
  const runbook = first?.runbook
    ? `[${titleOf(first.runbook)}](../operations.md#${first.runbook})`
    : '';
  const alert = fault.nobodyTells ? '`HEARTBEAT_URL` is no longer requested' : `${title} (${ways})`;
  return [fault.name, `${noticedAfter} s`, says.join(' '), alert, runbook];
}

/** Without parts that differ between machines. */
function readable(says: string): string {
  return says
    .replaceAll(/ on [\w.-]+(?=, seen| differs)/g, '')
    .replaceAll(/(\d+\.\d+\.\d+\.\d+):\d+/g, '$1')
    .replaceAll(/ in \/\S+ is/g, ' is')
    .replaceAll(/ of \/\S+ is/g, ' is')
    .replaceAll('|', '\\|');
}

function titleOf(anchor: string): string {
  const words = anchor
    .replaceAll('-', ' ')
    .replace('mongodb', 'MongoDB')
    .replace(/\bapi\b/, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
