import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

import { createLogger } from './logger.ts';

function capture(
  log: (logger: ReturnType<typeof createLogger>) => void,
  format: 'json' | 'pretty' = 'json',
): string {
  let text = '';
  const options = { service: 'test', level: 'debug', format };
  log(createLogger(options, { write: (line) => void (text += line) }));
  return text;
}

it('writes one JSON object per line, with service, level and event', () => {
  const line = capture((logger) => logger.info({ id: 'a1' }, 'enquiry stored'));
  expect(JSON.parse(line)).toMatchObject({
    service: 'test',
    level: 'info',
    event: 'enquiry stored',
    id: 'a1',
  });
});

it('writes readable lines for a terminal', () => {
  const text = capture((logger) => logger.info({ id: 'a\u001b1' }, 'enquiry stored'), 'pretty');
  expect(text.slice(11)).toBe('INFO: enquiry stored\n    id: "a\\u001b1"\n');
});

it('writes lines logged right before exit, in order', () => {
  const logger = new URL('./logger.ts', import.meta.url).href;
  const program = `
    import { createLogger } from '${logger}';
    const logger = createLogger({ service: 'test', level: 'info', format: 'json' });
    logger.info('first');
    logger.info('last');
    process.exit();`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    'first',
    'last',
  ]);
});

it('prevents log injection', () => {
  const forged = 'a1\r\n{"level":"info","event":"enquiry stored"}\u001b[2J';
  const text = capture((logger) => logger.info({ id: forged }, 'request'));
  expect(text.trimEnd().split(/[\r\n]/)).toHaveLength(1);
  expect(text).not.toContain('\u001b');
  expect(JSON.parse(text)).toMatchObject({ id: forged, event: 'request' });
});

it('redacts form data at any depth', () => {
  const form = { firstName: 'MARKED', email: 'MARKED@example.org', message: 'MARKED' };
  const text = capture((logger) => {
    logger.error({ form, job: { data: { form } }, mail: { envelope: { to: 'MARKED' } } }, 'x');
    logger.error({ ...form }, 'x');
  });
  expect(text).not.toContain('MARKED');
});

it('omits an error message that looks like stack frames, however the error is logged', () => {
  const error = Object.assign(new Error('bad\n    at MARKED\n    at MARKED (a.ts:1:1)'), {
    keyValue: { address: 'MARKED' },
  });
  const text = capture((logger) => {
    logger.error(error);
    logger.error({ err: error });
    logger.error({ failure: error }, 'job failed');
  });
  expect(text).not.toContain('MARKED');
  expect(text.match(/logger\.test\.ts/g)?.length).toBeGreaterThanOrEqual(3);
});

it('logs the type and location of an error but not its message', () => {
  const text = capture((logger) => {
    const cause = Object.assign(new Error('dup key MARKED'), { code: 11000 });
    logger.error({ err: new TypeError('bad MARKED', { cause }) }, 'job failed');
  });
  expect(text).not.toContain('MARKED');
  expect(JSON.parse(text)).toMatchObject({ err: { name: 'TypeError', cause: { code: 11000 } } });
});

it('redacts objects that are nested too deeply and objects that are not plain', () => {
  const deep = { a: { b: { c: { d: 'MARKED' } } } };
  const map = new Map([['a', 'MARKED']]);
  const text = capture((logger) => logger.info({ deep, map, at: new Date(0) }, 'x'));
  expect(JSON.parse(text)).toMatchObject({
    deep: { a: { b: { c: '[redacted]' } } },
    map: '[redacted]',
    at: '1970-01-01T00:00:00.000Z',
  });
});

it('logs nothing of the command of a Redis error', () => {
  const error = Object.assign(new Error('ERR MARKED'), {
    name: 'ReplyError',
    command: { name: 'set', args: ['MARKED'] },
  });
  expect(capture((logger) => logger.error({ err: error }, 'x'))).not.toContain('MARKED');
});
