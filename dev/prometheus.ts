import { findOrInstall } from './system-packages.ts';

const help = `There is no Prometheus to test the alerts and the dashboard with. Your package manager
provides it (apt-get install prometheus, brew install prometheus, …).`;

/** The paths of Prometheus and of its tool for rules, installed first where that can be done. */
export function ensurePrometheus(say: (line: string) => void): {
  prometheus: string;
  promtool: string;
} {
  return {
    prometheus: findOrInstall(['prometheus'], 'prometheus', say, help),
    promtool: findOrInstall(['promtool'], 'prometheus', say, help),
  };
}
