import { expect, it } from 'vitest';

import { redactLine } from './redact.ts';

class Holder {
  value = 'MARKED';
  toJSON(): unknown {
    return { value: this.value };
  }
}

it('redacts personal properties at any depth and in lists', () => {
  const line = { email: 'MARKED', jobs: [{ id: 'a1', data: { x: 'MARKED' } }], ms: 3 };
  expect(redactLine(line)).toEqual({
    email: '[redacted]',
    jobs: [{ id: 'a1', data: '[redacted]' }],
    ms: 3,
  });
});

it('redacts objects that are nested too deeply and objects that are not plain', () => {
  const deep = { a: { b: { c: { d: 'MARKED' } } } };
  const text = JSON.stringify(redactLine({ deep, holder: new Holder(), map: new Map([['a', 1]]) }));
  expect(text).toBe(
    '{"deep":{"a":{"b":{"c":"[redacted]"}}},"holder":"[redacted]","map":"[redacted]"}',
  );
});

it('keeps the name and code of nested errors, but not the message', () => {
  const error = Object.assign(new TypeError('MARKED'), { code: 'E1' });
  const text = JSON.stringify(redactLine({ causes: [{ error }] }));
  expect(text).toContain('"name":"TypeError","code":"E1"');
  expect(text).not.toContain('MARKED');
});

it('keeps other values and does not change its input', () => {
  const at = new Date(0);
  const line = { at, count: 2, ok: true, none: null, gone: undefined, data: 'unchanged' };
  expect(redactLine(line)).toEqual({ ...line, data: '[redacted]' });
  expect(line.data).toBe('unchanged');
});
