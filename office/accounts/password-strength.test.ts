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
  'Xk3-bregma-loft',
  'ndiyakuthanda kakhulu mntase',
  'пароль для хороших людей',
  // Four unrelated words, joined in various ways.
  'anvil pelican thimble quartz',
  'correct horse battery staple',
  'Gravel-Otter-Lantern-Mosaic',
  'velvet.cactus.ladder.spoon',
  'kettlefynbosorbitwalrus',
  'TundraPickleHarbourComet',
  'wheel7garlic7ribbon7tower',
  'mango trumpet igloo fence',
  // 16 random characters.
  'x7#Kq9!mB2$wLp4&',
  'hTz4vQ8nRw2kYc6j',
  'pwoxkzmqvhdrtbfn',
  'G6^fU2@bN8*dS4%a',
  '9c41e07ab25fd836',
  'Ab3dEf6hIj9kLm2n',
  // Sentences.
  'The tea in the boardroom is always cold',
  'My dog eats green beans on Sundays',
  'we meet every second tuesday at nine',
  'I like my coffee black',
  'Nobody told the caretaker about the bees!',
])('accepts %j', async (password) => {
  await expect(check(password)).resolves.toBeUndefined();
});

it.each([
  ['', /at least 12/],
  ['Xk3-bregma-', /at least 12/],
  ['👋🏽👋🏽👋🏽👋🏽👋🏽', /at least 12/],
  ['x'.repeat(257), /at most 256/],
  ['marula\tbranch teapot', /control characters/],
  ['marula-NALEDI-teapot', /username/],
  ['zanele khumalo 2026', /too easy to guess/],
  ['Khumalo-Zanele-26', /too easy to guess/],
  ['mabuza@2026!!', /too easy to guess/],
  ['123456789012', /too easy to guess/],
  ['password1234', /too easy to guess/],
  ['passwordpassword', /too easy to guess/],
  ['qwertyuiop123', /too easy to guess/],
  ['Password123!', /too easy to guess/],
  ['1qaz2wsx3edc', /too easy to guess/],
  ['aaaaaaaaaaaa', /too easy to guess/],
  ['Summer2026!!', /too easy to guess/],
  ['Sandton2026!', /too easy to guess/],
  ['Association2026', /too easy to guess/],
  ['Pass@word2026', /too easy to guess/],
  ['P@$$w0rd-2026', /too easy to guess/],
  ['Welcome@Joburg1', /too easy to guess/],
  ['Kestrel-Services-26', /too easy to guess/],
  ['Johannesburg#1', /too easy to guess/],
  ['November2026!', /too easy to guess/],
  ['Springboks2027', /too easy to guess/],
  ['CapeTown@2026', /too easy to guess/],
  ['Secretariat123!', /too easy to guess/],
  ['Qwerty!2345678', /too easy to guess/],
  ['Asdfgh-Zxcvbn-1', /too easy to guess/],
  ['!QAZ2wsx#EDC4rfv', /too easy to guess/],
  ['Green-Office-2026', /too easy to guess/],
  ['Rugby4Ever2026!', /too easy to guess/],
  ['Coffee&Biscuit42', /too easy to guess/],
  ['Spring_Summer_Autumn', /too easy to guess/],
  ['ILoveMyJob2026!', /too easy to guess/],
  ['Excel-Budget-26', /too easy to guess/],
  ['Michael.Johnson.1985', /too easy to guess/],
  ['Pretoria.Durban.07', /too easy to guess/],
  ['drowssaP!2026#', /too easy to guess/],
  ['Monday01012026', /too easy to guess/],
])('refuses %j', async (password, reason) => {
  await expect(check(password)).rejects.toThrow(reason);
});
