import { spawn, type ChildProcess } from 'node:child_process';
import { expect, it } from 'vitest';

import { waitFor } from '../testing/wait-for.ts';
import { keepLastLine, supervise } from './processes.ts';
import { waitForAnswer } from './ports.ts';

const untilEnded = (child: ChildProcess) => waitForAnswer(child, () => Promise.resolve('nothing'));

it('restarts a process with increasing delays, and reports each restart', async () => {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const { ready, stop } = supervise(
    'It',
    { launch: () => spawn('false'), untilReady: () => Promise.resolve() },
    say,
    ' Nothing is lost.',
  );
  await ready;
  await waitFor('the process has exited three times', () => lines.length === 3);
  await stop();
  expect(lines).toEqual(
    [0.5, 1, 2].map(
      (delay) => `It exited (code 1) and will restart in ${delay} s. Nothing is lost.`,
    ),
  );
});

it('does not restart a process that was never ready', async () => {
  const lines: string[] = [];
  const { ready } = supervise(
    'It',
    { launch: () => spawn('false'), untilReady: untilEnded },
    (line) => lines.push(line),
  );
  await expect(ready).rejects.toThrow('It exited (code 1) before it was ready.');
  expect(lines).toEqual([]);
});

it('reports why a process exited even if the reason arrives after its exit', async () => {
  const late = '(sleep 0.3; echo "no space left") & exit 1';
  const { ready } = supervise(
    'It',
    { launch: () => keepLastLine(spawn('sh', ['-c', late])), untilReady: untilEnded },
    () => undefined,
  );
  await expect(ready).rejects.toThrow('It exited (code 1: no space left) before it was ready.');
});
