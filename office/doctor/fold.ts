import type { CheckResult, Finding } from './finding.ts';

/** What a check has found, or that it could not look. */
export interface Examined {
  id: string;
  subject: string;
  /** The ids of the checks that this one may follow from, the likeliest first. */
  follows: readonly string[];
  results: readonly CheckResult[];
  /** Whether the check itself has failed, so that its one result is about that. */
  failed: boolean;
}

/**
 * Turns what the checks have found into findings, each with its id, and says of what is wrong
 * whether it follows from something else. What could not be looked at for that is `unknown`. A check
 * stands behind those that it may follow from.
 */
export function fold(all: readonly Examined[]): Finding[] {
  const findings: Finding[] = [];
  /** What is critical of a check, or what that follows from; and the same of each finding. */
  const causes = new Map<string, Finding>();
  for (const { id, subject, follows, results, failed } of all) {
    for (const { part, follows: own = follows, ...result } of results) {
      const isWell = result.level === 'ok' || result.level === 'unknown';
      const cause = isWell ? undefined : firstOf(own, causes);
      const finding: Finding = {
        id: part === undefined ? id : `${id}.${part}`,
        subject,
        ...result,
        ...runbookOf(result.remedy),
        ...(cause ? { because: cause.id } : {}),
      };
      if (finding.level === 'critical') {
        causes.set(id, causes.get(id) ?? cause ?? finding);
        causes.set(finding.id, cause ?? finding);
      }
      findings.push(cause && failed ? unseen(finding, cause) : finding);
    }
  }
  return findings;
}

function firstOf(ids: readonly string[], causes: ReadonlyMap<string, Finding>) {
  return ids.map((id) => causes.get(id)).find((cause) => cause !== undefined);
}

function unseen({ id, subject }: Finding, cause: Finding): Finding {
  const says = `Not looked at, because of ${cause.subject}: ${cause.says}`;
  return { id, subject, level: 'unknown', says, because: cause.id };
}

/** The section of the operations document that a remedy names. */
function runbookOf(remedy = ''): Pick<Finding, 'runbook'> {
  const heading = /docs\/operations\.md, ([^.]+)/.exec(remedy)?.[1];
  return heading ? { runbook: heading.toLowerCase().replaceAll(' ', '-') } : {};
}
