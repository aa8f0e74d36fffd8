import type { Finding, Level } from './finding.ts';

/** Exit codes as monitors know them; 3 is for a doctor that could not look at all. */
export const exitCodes: Record<Level, number> = { ok: 0, warning: 1, critical: 2 };
export const unknown = 3;

const order: readonly Level[] = ['ok', 'warning', 'critical'];
const words: Record<Level, string> = { ok: 'ok', warning: 'WARNING', critical: 'CRITICAL' };

/** The worst of what was found. */
export function worstOf(findings: readonly Finding[]): Level {
  return order[Math.max(0, ...findings.map(({ level }) => order.indexOf(level)))] ?? 'critical';
}

/** What was found, for people: a line each, and below it what to do. */
export function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const lines = findings.flatMap(({ level, subject, says, mend }) => [
    `${words[level].padEnd(9)} ${subject.padEnd(width)}  ${says}`,
    ...(mend ? [`${' '.repeat(12 + width)}→ ${mend}`] : []),
  ]);
  const [warnings, criticals] = (['warning', 'critical'] as const).map(
    (wanted) => findings.filter(({ level }) => level === wanted).length,
  );
  const verdict =
    warnings || criticals ? `Critical: ${criticals}. Warnings: ${warnings}.` : 'All is well.';
  return `${[...lines, '', verdict].join('\n')}\n`;
}
