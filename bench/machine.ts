import { cpus, loadavg, platform, release, totalmem } from 'node:os';

/** The machine in one line, with how busy it is: figures of busy machines spread. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = loadavg().map((value) => value.toFixed(1));
  return [
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}`,
    `${memory} GiB`,
    `${platform()} ${release()}`,
    `Node ${process.versions.node}`,
    `load ${load.join(' ')}`,
  ].join(', ');
}
