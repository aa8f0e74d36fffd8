import { runChecks, worstOf } from '../checks/run-checks.ts';
import type { Command } from './command.ts';
import { jsonOf } from './terminal.ts';

/** The exit codes of monitoring plugins; 3 (`unknown`) if the checks could not run. */
const exitCodes = { ok: 0, warning: 1, critical: 2 } as const;

export const doctorCommands: Record<string, Command> = {
  doctor: {
    usage: '[--all | --json]',
    // Monitors call it.
    right: 'without account',
    failure: 3,
    async run({ terminal, ...task }, _words, { all, json }) {
      const findings = await runChecks(task);
      const level = worstOf(findings);
      if (json) {
        // The remedy is called `mend`, which scripts rely on.
        const shown = findings.map(({ remedy: mend, ...finding }) => ({ ...finding, mend }));
        await terminal.write(jsonOf({ level, findings: shown }));
        return exitCodes[level];
      }
      const causes = findings.filter(({ because }) => because === undefined);
      for (const wanted of ['critical', 'warning', 'unknown', ...(all ? ['ok'] : [])]) {
        for (const cause of causes.filter((finding) => finding.level === wanted)) {
          await terminal.write(`${wanted.padEnd(9)} ${cause.subject}: ${cause.says}\n`);
          if (cause.remedy) await terminal.write(`  → ${cause.remedy} See ${cause.link}\n`);
        }
      }
      if (level === 'ok') await terminal.write('All completed checks passed.\n');
      return exitCodes[level];
    },
  },
};
