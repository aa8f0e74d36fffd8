import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

function run(code: string) {
  const program = `
    import { createLogger } from './packages/server/logger.ts';
    import { stopOnSignal } from './packages/server/process.ts';
    const logger = createLogger({ service: 'test', level: 'info', format: 'json' });
    stopOnSignal(logger, async () => undefined);
    ${code}`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

it.each([
  ['is thrown', "setTimeout(() => { throw new Error('MARKED'); });"],
  ['rejects a promise', "void Promise.reject(new Error('MARKED'));"],
])('exits without printing the message of an uncaught error that %s', (_how, code) => {
  const { status, stdout, stderr } = run(code);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ level: 'fatal', event: 'process failed' });
  expect(stdout + stderr).not.toContain('MARKED');
});
