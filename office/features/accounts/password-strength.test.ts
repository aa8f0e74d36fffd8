import { expect, it } from 'vitest';

import { companyFrom } from '../../../contract/company.ts';
import { firm } from '../../../firm/firm.ts';
import { readOfficeConfig } from '../../config.ts';
import { checkPassword } from './password-strength.server.ts';

const company = companyFrom({ ...firm, name: 'Kestrel Management Services' });
const letters = { ...readOfficeConfig({}).letters, company };
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
  ['zanele khumalo 2026', /your own or the firm’s name/],
  ['Khumalo-Zanele-26', /your own or the firm’s name/],
  ['mabuza@2026!!', /your own or the firm’s name/],
  ['123456789012', /too easy/],
  ['password1234', /a common password/],
  ['passwordpassword', /repeated|common password/],
  ['qwertyuiop123', /too easy/],
  ['Password123!', /too easy/],
  ['1qaz2wsx3edc', /too easy/],
  ['aaaaaaaaaaaa', /repeated/],
  ['Summer2026!!', /a season, month or day and a year|a season.*, a year/],
  ['Sandton2026!', /a South African place/],
  ['Association2026', /a word from our industry/],
  ['Pass@word2026', /too easy/],
  ['P@$$w0rd-2026', /too easy/],
  ['Welcome@Joburg1', /too easy/],
  ['Kestrel-Services-26', /your own or the firm’s name/],
  ['Johannesburg#1', /too easy/],
  ['November2026!', /too easy/],
  ['Springboks2027', /too easy/],
  ['CapeTown@2026', /too easy/],
  ['Secretariat123!', /too easy/],
  ['Qwerty!2345678', /too easy/],
  ['Asdfgh-Zxcvbn-1', /too easy/],
  ['!QAZ2wsx#EDC4rfv', /too easy/],
  ['Green-Office-2026', /common words/],
  ['Rugby4Ever2026!', /too easy/],
  ['Coffee&Biscuit42', /too easy/],
  ['Spring_Summer_Autumn', /too easy/],
  ['ILoveMyJob2026!', /too easy/],
  ['Excel-Budget-26', /too easy/],
  ['Michael.Johnson.1985', /too easy/],
  ['Pretoria.Durban.07', /too easy/],
  ['drowssaP!2026#', /too easy/],
  ['Monday01012026', /too easy/],
])('refuses %j', async (password, reason) => {
  await expect(check(password)).rejects.toThrow(reason);
});
