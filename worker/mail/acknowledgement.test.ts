import { expect, it } from 'vitest';

import { companyFrom } from '#contract/company.ts';
import { firm } from '#support/firms/karoo/firm.ts';
import { readWorkerConfig } from '../config.ts';
import { acknowledgement } from './acknowledgement.ts';

const company = companyFrom({ ...firm, name: 'Meridian & Sons', replyWithin: undefined });
const config = { ...readWorkerConfig({ MAIL_FROM: 'office@example.co.za' }), company };
const submission = {
  _id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  reference: 'FJF6-CYBM',
  email: 'thandiwe@example.org',
};
const monday = new Date('2026-11-23T08:00:00Z');

it('links to phone, email and map', () => {
  const { html } = acknowledgement(submission, config);
  expect(html).toContain('href="tel:+27535550123"');
  expect(html).toContain('href="mailto:navrae@karoo.example?subject=Enquiry%20FJF6-CYBM"');
  expect(html).toContain('&amp;query=14%20Windpomp%20Street%2C%20Prieska');
  expect(html).toContain('href="mailto:inligting@karoo.example"');
});

it('promises a reply time if one is set', () => {
  const promise = (config: Parameters<typeof acknowledgement>[1]) =>
    /reply to you at this address[^.]*\./.exec(
      acknowledgement(submission, config, monday).text,
    )?.[0];
  expect(promise(config)).toBe('reply to you at this address.');
  expect(promise({ ...config, company: companyFrom(firm) })).toBe(
    'reply to you at this address within two working days.',
  );
});

it('repeats nothing from the form', () => {
  const typed = {
    firstName: 'MARKED',
    lastName: 'MARKED',
    organisation: 'MARKED',
    message: 'MARKED',
  };
  expect(JSON.stringify(acknowledgement({ ...submission, ...typed }, config))).not.toContain(
    'MARKED',
  );
});

it.each([
  ['a working day', '2026-11-23T08:00:00Z', undefined],
  ['a Saturday', '2026-11-28T08:00:00Z', 'Monday 30 November'],
  ['a closed day', '2026-12-28T08:00:00Z', 'Monday 4 January'],
  ['Sunday evening in UTC, which is Monday here', '2026-11-22T22:30:00Z', undefined],
])('on %s, says when the office opens again', (_what, now, opensOn) => {
  const closedOn = [{ from: '2026-12-28', to: '2026-12-31' }];
  const company = companyFrom({ ...firm, closedOn });
  const { text, html } = acknowledgement(submission, { ...config, company }, new Date(now));
  for (const part of [text, html]) {
    expect(/opens again on ([^.]*)\./.exec(part)?.[1]).toBe(opensOn);
  }
});
