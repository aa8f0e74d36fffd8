import { bundleProcesses } from '../bundle-processes.ts';
import type { Figure } from '../figure.ts';
import type { Session } from '../session.ts';
import { benchProcesses } from './contenders.ts';
import { measureAccepts } from './measure-accepts.ts';
import { measureBacklog } from './measure-backlog.ts';
import { measureMemory } from './measure-memory.ts';
import { measureOutage } from './measure-outage.ts';
import { measureSteadyRate } from './measure-steady-rate.ts';

/** `npm run bench -- api` */
export async function measureApi(session: Session): Promise<Figure[]> {
  await bundleProcesses(benchProcesses);
  return [
    ...(await measureAccepts(session)),
    ...(await measureSteadyRate(session)),
    ...(await measureOutage(session)),
    ...(await measureBacklog(session)),
    ...(await measureMemory(session)),
  ];
}
