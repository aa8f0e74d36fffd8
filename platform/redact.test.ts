import { expect, it } from 'vitest';

import { redactLine } from './redact.ts';

class Holder {
  held = 'MARKED';
  toJSON(): unknown {
    return { held: this.held };
  }
}

it('leaves out what has a personal name, at any depth and in lists', () => {
  const line = { email: 'MARKED', jobs: [{ id: 'a1', data: { x: 'MARKED' } }], ms: 3 };
  expect(redactLine(line)).toEqual({
    email: '[redacted]',
    jobs: [{ id: 'a1', data: '[redacted]' }],
    ms: 3,
  });
});

it('leaves out what it cannot look into', () => {
  const deep = { a: { b: { c: { d: 'MARKED' } } } };
  const text = JSON.stringify(redactLine({ deep, holder: new Holder(), map: new Map([['a', 1]]) }));
  expect(text).toBe(
    '{"deep":{"a":{"b":{"c":"[redacted]"}}},"holder":"[redacted]","map":"[redacted]"}',
  );
});

it('describes an error wherever it is', () => {
  const error = Object.assign(new TypeError('MARKED'), { code: 'E1' });
  const text = JSON.stringify(redactLine({ causes: [{ error }] }));
  expect(text).toContain('"name":"TypeError","code":"E1"');
  expect(text).not.toContain('MARKED');
});

it('keeps what a line needs, and the line that was given as it was', () => {
  const at = new Date(0);
  const line = { at, count: 2, ok: true, none: null, gone: undefined, data: 'kept where it is' };
  expect(redactLine(line)).toEqual({ ...line, data: '[redacted]' });
  expect(line.data).toBe('kept where it is');
});
