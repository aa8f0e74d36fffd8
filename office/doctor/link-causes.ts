import { anchorOf } from '../page-list.ts';
import type { CheckResult, Finding } from './finding.ts';

/** The results of a check, or the failure to run it. */
export interface Examined {
  id: string;
  subject: string;
  /** The ids of the checks that can explain the results, the likeliest first. */
  follows: readonly string[];
  results: readonly CheckResult[];
  /** Whether the check failed to run; its only result says why. */
  failed: boolean;
}

/**
 * Turns results into findings with ids, and links each problem to its root cause. A check that
 * could not run because of a known cause is `unknown`. Each check must come after those that can
 * explain its findings.
 *
 * @param runbookUrl the URL of docs/operations.md; findings then link to its sections.
 */
export function linkCauses(all: readonly Examined[], runbookUrl?: string): Finding[] {
  const findings: Finding[] = [];
  /** The root cause of each critical check and finding. */
  const causes = new Map<string, Finding>();
  for (const { id, subject, follows, results, failed } of all) {
    for (const { part, follows: own = follows, ...result } of results) {
      const isFine = result.level === 'ok' || result.level === 'unknown';
      const cause = isFine ? undefined : firstOf(own, causes);
      const finding: Finding = {
        id: part === undefined ? id : `${id}.${part}`,
        subject,
        ...result,
        ...linkRunbook(result.remedy, runbookUrl),
        ...(cause ? { because: cause.id } : {}),
      };
      if (finding.level === 'critical') {
        causes.set(id, causes.get(id) ?? cause ?? finding);
        causes.set(finding.id, cause ?? finding);
      }
      findings.push(cause && failed ? notRun(finding, cause) : finding);
    }
  }
  return findings;
}

function firstOf(ids: readonly string[], causes: ReadonlyMap<string, Finding>) {
  return ids.map((id) => causes.get(id)).find((cause) => cause !== undefined);
}

function notRun({ id, subject }: Finding, cause: Finding): Finding {
  const says = `Not checked: ${cause.says}`;
  return { id, subject, level: 'unknown', says, because: cause.id };
}

/** Finds the runbook that a remedy names. If `url` is given, the remedy gets the runbook's URL. */
function linkRunbook(remedy = '', url?: string): Pick<Finding, 'remedy' | 'runbook' | 'link'> {
  const [named, heading] = /‘([^’]+)’ in docs\/operations\.md/.exec(remedy) ?? [];
  if (!named || !heading) return {};
  const runbook = anchorOf(heading);
  if (!url) return { runbook };
  const link = `${url}#${runbook}`;
  return { runbook, link, remedy: remedy.replace(named, link) };
}
