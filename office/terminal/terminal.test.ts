import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';

import { askPerson, createLineReader } from './terminal.ts';

function conversation() {
  const input = new PassThrough();
  const output = new PassThrough();
  return { input, output, shown: () => String(output.read() ?? '') };
}

it('does not echo a secret while it is typed, or reveal its length', async () => {
  const { input, output, shown } = conversation();
  const answer = askPerson(input, output, 'Password:', { hidden: true });
  for (const key of 'marulX\u007fa!\r') input.write(key);
  expect(await answer).toBe('marula!');
  expect(shown()).toBe('Password: \n');
});

it('echoes an answer that is not secret', async () => {
  const { input, output, shown } = conversation();
  const answer = askPerson(input, output, 'Delete?');
  input.write('yes\r');
  expect(await answer).toBe('yes');
  expect(shown()).toContain('yes');
});

it('stops when Ctrl-C is pressed or the input ends', async () => {
  const first = conversation();
  const stopped = askPerson(first.input, first.output, 'Password:', { hidden: true });
  first.input.write('\u0003');
  await expect(stopped).rejects.toThrow('Stopped; nothing was changed.');
  const second = conversation();
  const ended = askPerson(second.input, second.output, 'Delete?');
  second.input.end();
  await expect(ended).rejects.toThrow('No answer was given.');
});

it('reads a pipe line by line, and returns empty strings after its end', async () => {
  const input = new PassThrough();
  const nextLine = createLineReader(input);
  input.write('marula\nbran');
  expect(await nextLine()).toBe('marula');
  expect(input.isPaused()).toBe(true);
  input.end('ch');
  expect([await nextLine(), await nextLine()]).toEqual(['branch', '']);
});
