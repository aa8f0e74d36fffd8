import { expect, it } from 'vitest';

import { companyFrom } from '../../contract/company.ts';
import { firm } from '../../firm/firm.ts';
import { readOfficeConfig } from '../config.ts';
import { checkPassword } from './password-strength.server.ts';

const company = companyFrom({ ...firm, name: 'Kestrel Management Services' });
const letters = { ...readOfficeConfig({}).letters, company };
const owner = { username: 'naledi', name: 'Zanele Khumalo', email: 'z.mabuza@example.org' };
const check = (password: string) => checkPassword({ letters }, password, owner);

it.each([
  'anvil pelican thimble quartz',
  'x7#Kq9!mB2$wLp4&',
  'My dog eats green beans on Sundays',
  'пароль для хороших людей',
  'kettlefynbosorbitwalrus',
  'Xk3-bregma-loft',
  '9c41e07ab25fd836',
])('PROMISE 13: accepts the password %j', async (password) => {
  await expect(check(password)).resolves.toBeUndefined();
});

it.each([
  ['Xk3-bregma-', /at least 12/],
  ['👋🏽👋🏽👋🏽👋🏽👋🏽', /at least 12/],
  ['x'.repeat(257), /at most 256/],
  ['marula\tbranch teapot', /control characters/],
  ['marula-NALEDI-teapot', /username/],
  ['zanele khumalo 2026', /too easy to guess/],
  ['mabuza@2026!!', /too easy to guess/],
  ['123456789012', /too easy to guess/],
  ['password1234', /too easy to guess/],
  ['qwertyuiop123', /too easy to guess/],
  ['aaaaaaaaaaaa', /too easy to guess/],
  ['Sandton2026!', /too easy to guess/],
  ['Association2026', /too easy to guess/],
  ['P@$$w0rd-2026', /too easy to guess/],
  ['Kestrel-Services-26', /too easy to guess/],
  ['November2026!', /too easy to guess/],
  ['Springboks2027', /too easy to guess/],
  ['!QAZ2wsx#EDC4rfv', /too easy to guess/],
  ['Michael.Johnson.1985', /too easy to guess/],
])('PROMISE 13: refuses the password %j', async (password, reason) => {
  await expect(check(password)).rejects.toThrow(reason);
});
