import { bundleProcesses } from '../bundle-processes.ts';
import type { Figure } from '../figure.ts';
import type { Session } from '../session.ts';
import { measureDrain } from './measure-drain.ts';
import { measureIdle } from './measure-idle.ts';
import { measureStoring } from './measure-storing.ts';

/** `npm run bench -- worker` */
export async function measureWorker(session: Session): Promise<Figure[]> {
  await bundleProcesses(['worker/baselines/no-op', 'worker/baselines/create']);
  return [
    ...(await measureStoring(session)),
    ...(await measureIdle(session)),
    ...(await measureDrain(session)),
  ];
}
