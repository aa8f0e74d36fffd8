import { expect, it } from 'vitest';

import { companyFrom } from '#contract/company.ts';
import { firm } from '#firm/firm.ts';
import { readOfficeConfig } from '../config.ts';
import { checkPassword } from './password-strength.server.ts';

const company = companyFrom({ ...firm, name: 'Kestrel Management Services' });
const letters = { ...readOfficeConfig({}).task.letters, company };
const owner = { username: 'naledi', name: 'Zanele Khumalo', email: 'z.mabuza@example.org' };
const check = (password: string) => checkPassword({ letters }, password, owner);

it.each([
  'marula branch teapot',
  'ndiyakuthanda kakhulu mntase',
  'correct horse battery staple',
  'Xk3-bregma-loft',
  'x7#Kq9!mB2$wLp4&',
  'pwoxkzmqvhdrtbfn',
  'I like my coffee black',
  'пароль для хороших людей',
])('PROMISE 13: accepts %j', async (password) => {
  await expect(check(password)).resolves.toBeUndefined();
});

it.each([
  'password1234',
  'P@$$w0rd-2026',
  '1qaz2wsx3edc',
  'Asdfgh-Zxcvbn-1',
  'aaaaaaaaaaaa',
  'November2026!',
  'Sandton2026!',
  'Springboks2027',
  'Welcome@Joburg1',
  'Coffee&Biscuit42',
  'Michael.Johnson.1985',
  'Pretoria.Durban.07',
  // Words of the account and of the firm.
  'Khumalo-Zanele-26',
  'mabuza@2026!!',
  'Kestrel-Services-26',
])('PROMISE 13: refuses %j', async (password) => {
  await expect(check(password)).rejects.toThrow(/too easy to guess/);
});

it.each(['', 'Xk3-bregma-', '👋🏽👋🏽👋🏽👋🏽👋🏽'])(
  'PROMISE 13: refuses %j as too short',
  async (password) => {
    await expect(check(password)).rejects.toThrow(/at least 12/);
  },
);
