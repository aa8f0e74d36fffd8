import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { createEnquiry, type Enquiry } from '../../testing/enquiry.ts';
import { measureScreening } from '../../testing/measure-screening.ts';
import { readExamples, type Example } from '../../testing/read-examples.ts';
import { quarantineScore } from './screen-enquiry.ts';
import type { TokenFinding } from './form-token.ts';
import { screenEnquiry } from './screen-enquiry.ts';

const honest = {
  tuned: readExamples('screening/honest'),
  heldOut: readExamples('screening/held-out-honest'),
};
const spam = {
  tuned: readExamples('screening/spam'),
  heldOut: readExamples('screening/held-out-spam'),
};
const findings: TokenFinding[] = ['good', 'no-token', 'forged-token', 'old-token', 'too-fast'];

function screen(change: Partial<Enquiry>, token: TokenFinding = 'good') {
  return screenEnquiry(createEnquiry(change), { trapFilled: false, token });
}

function quarantined(examples: Example[]): Example[] {
  return examples.filter(({ form, signals }) => screenEnquiry(form, signals).quarantined);
}

function messages(examples: Example[]): string[] {
  return examples.map(({ form }) => form.message);
}

describe('screening the example enquiries', () => {
  it.each(findings)('quarantines no honest enquiry, even with token result %s', (token) => {
    const all = [...honest.tuned, ...honest.heldOut];
    const changed = all.map(({ form }) => ({ form, signals: { trapFilled: false, token } }));
    expect(messages(quarantined(all))).toEqual([]);
    expect(messages(quarantined(changed))).toEqual([]);
  });

  it('quarantines at least 95 % of the spam', () => {
    const all = [...spam.tuned, ...spam.heldOut];
    expect(quarantined(all).length).toBeGreaterThanOrEqual(0.95 * all.length);
  });

  it.each(measureScreening())('meets the targets for those $name', ({ honest, spam }) => {
    expect(honest.held).toBeLessThanOrEqual(0.01 * honest.all);
    expect(spam.held).toBeGreaterThanOrEqual(0.85 * spam.all);
    expect(spam.tailed).toBeGreaterThanOrEqual(0.8 * spam.all);
  });

  it('quarantines as many as docs/security.md states', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');
    const rows = measureScreening().map(({ name, honest, spam }) => [
      name.toUpperCase(),
      ...[honest.all, honest.held, spam.all, spam.held, spam.tailed].map(String),
    ]);
    const cells = document.split('\n').map((line) =>
      line
        .toUpperCase()
        .split('|')
        .map((cell) => cell.trim()),
    );
    for (const row of rows) expect(cells).toContainEqual(['', ...row, '']);
    expect(document).toContain(`if the score is ${quarantineScore} or more`);
  });
});

it('lets honest phrases outweigh only generic signs', () => {
  const tail =
    'We are an association of 80 members. Could you please send us a quotation by Friday?';
  const generic = 'MANY CLIENTS BUY PRODUCTS ON OUR WEBSITE, SALES ARE 20% UP AND PRICES ARE LOW.';
  expect(screen({ message: generic }).quarantined).toBe(true);
  expect(screen({ message: `${generic} ${tail}` }).quarantined).toBe(false);
  for (const message of [
    'We sell guest posts and backlinks.',
    'Verify your account here: a.example',
  ]) {
    expect(screen({ message: `${message} ${tail}` }), message).toMatchObject({ quarantined: true });
  }
});

describe('the way the form was sent', () => {
  it('is enough for quarantine only if the hidden field is filled in', () => {
    for (const token of findings) expect(screen({}, token).quarantined).toBe(false);
    const trapped = screenEnquiry(createEnquiry(), { trapFilled: true, token: 'good' });
    expect(trapped).toMatchObject({
      quarantined: true,
      reasons: ['has text in a hidden field'],
    });
  });

  it('adds to the score if there is no token, at least as much as if the token is too new', () => {
    expect(screen({}, 'no-token').score).toBeGreaterThan(0);
    expect(screen({}, 'no-token').score).toBeGreaterThanOrEqual(screen({}, 'too-fast').score);
  });
});

it.each([
  ['full-width letters', 'Ｃｈｅａｐ　ｂａｃｋｌｉｎｋｓ　ｆｏｒ　ｙｏｕｒ　ｗｅｂｓｉｔｅ'],
  ['Cyrillic letters', 'Chеар bасklіnks fоr уоur wеbsіtе'],
  ['small capitals', 'Cʜᴇᴀᴘ ʙᴀᴄᴋʟɪɴᴋꜱ ꜰᴏʀ ʏᴏᴜʀ ᴡᴇʙꜱɪᴛᴇ'],
  ['mathematical letters', '𝐂𝐡𝐞𝐚𝐩 𝐛𝐚𝐜𝐤𝐥𝐢𝐧𝐤𝐬 𝐟𝐨𝐫 𝐲𝐨𝐮𝐫 𝐰𝐞𝐛𝐬𝐢𝐭𝐞'],
  ['accented letters', 'Chéàp bäcklïñks fôr ÿoúr wébsïtè'],
  ['invisible characters in words', 'Ch\u200Beap back\u2060links f\u200Dor your web\u00ADsite'],
  ['separated letters', 'C h e a p  b.a.c.k.l.i.n.k.s for your w-e-b-s-i-t-e'],
])('finds the signs of spam in a text with %s', (_kind, message) => {
  const plain = screen({ message: 'Cheap backlinks for your website' });
  expect(screen({ message }).reasons).toEqual(expect.arrayContaining(plain.reasons));
  expect(plain.reasons).toContain('offers backlinks or guest posts');
});

it.each([
  { firstName: 'Nazeem', lastName: 'Adams B.Com Hons.Com' },
  { lastName: 'van der Merwe (B.Com), M.Com, LL.B' },
  { firstName: 'info@surveyors-example.co.za' },
  { organisation: 'Auditors (B.Com.Hons)', message: 'I hold a B.Com, hons.com and LL.B degree.' },
  {
    message: 'Write to me at sipho.zwane@surveyors-example.co.za please, or info@zwane-example.com',
  },
  { lastName: 'Nel Acc.Com', message: 'We closed the shop.Online we carry on as before.' },
  { message: 'Good day.Please see minutes.pdf and budget.xlsx of the meeting.Thank you' },
])('does not mistake degrees, email addresses, files or sentence ends for links: %o', (change) => {
  expect(screen(change).reasons.filter((reason) => reason.includes('link'))).toEqual([]);
});

it.each(['cheap-pills.shop', 'Win at prize-example.com', 'HTTPS://PRIZE.EXAMPLE', 'www.prize.top'])(
  'finds the link in the name %s',
  (name) => {
    expect(screen({ lastName: name })).toMatchObject({
      quarantined: true,
      reasons: ['has a link in the name'],
    });
  },
);

it("counts bare domains as links, but not the sender's own site", () => {
  const message = 'guild-example.co.za';
  expect(screen({ message }).reasons).toContain('contains little but links');
  expect(screen({ message, email: 'lerato@guild-example.co.za' }).reasons).toEqual([]);
});

it('ignores spam words in names', () => {
  const names = { firstName: 'Casino', lastName: 'Loans', organisation: 'Guild of Surveyors' };
  expect(screen(names).reasons).toEqual([]);
});

it('ignores spam words in quotations', () => {
  const message =
    'Is it true? “Verify your account within 24 hours, click here.” We got five of them.';
  expect(screen({ message }).reasons).toEqual([]);
});

it('does not quarantine long messages that consist of honest ones', () => {
  const all = messages([...honest.tuned, ...honest.heldOut]);
  const joined = all.filter((message) => !/https?:|www\./.test(message)).join('\n\n');
  for (let start = 0; start < joined.length; start += 5_000) {
    const message = joined.slice(start, start + 5_000);
    expect(screen({ message }, 'no-token'), message).toMatchObject({ quarantined: false });
  }
});

it('never quotes the enquiry in its reasons', () => {
  const mark = 'Zxqvbn';
  for (const { form, signals } of spam.tuned) {
    const marked = { ...form, lastName: mark, message: `${mark} ${form.message} ${mark}` };
    expect(screenEnquiry(marked, signals).reasons.join()).not.toContain(mark);
  }
});

const hostile = [
  'a',
  'aA',
  'аb ',
  '\u200b',
  'e\u0301',
  'ﷺ',
  '㌖',
  '"',
  '"a',
  '1,',
  '$1',
  ' ',
  '\n',
  '-',
];
const nearly = [
  'www.',
  'a@',
  'a.b',
  '<a ',
  '[url]',
  'https://a.',
  '(dot)',
  'a ',
  'we are ',
  'save a ',
];

it.each([...hostile, ...nearly])('does not hang on a message full of %j', (part) => {
  const message = part.repeat(5_000).slice(0, 5_000);
  expect(screen({ message, organisation: message, lastName: message }).score).toBeLessThan(100);
});
