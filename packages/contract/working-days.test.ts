import { describe, expect, it } from 'vitest';

import { addWorkingDays, invalidClosedDays, isWorkingDay, publicHolidays } from './working-days.ts';

describe('public holidays of South Africa', () => {
  it('match the official list for 2026', () => {
    expect([...publicHolidays(2026)].sort()).toEqual([
      '2026-01-01',
      '2026-03-21',
      '2026-04-03',
      '2026-04-06',
      '2026-04-27',
      '2026-05-01',
      '2026-06-16',
      '2026-08-09',
      '2026-08-10',
      '2026-09-24',
      '2026-12-16',
      '2026-12-25',
      '2026-12-26',
    ]);
  });

  it.each([
    [1961, '1961-03-31', '1961-04-03'],
    [2000, '2000-04-21', '2000-04-24'],
    [2024, '2024-03-29', '2024-04-01'],
    [2025, '2025-04-18', '2025-04-21'],
    [2038, '2038-04-23', '2038-04-26'],
  ])('include Good Friday and Family Day in %i', (year, goodFriday, familyDay) => {
    expect([...publicHolidays(year)]).toEqual(expect.arrayContaining([goodFriday, familyDay]));
  });
});

it.each([
  ['2026-11-20', true],
  ['2026-11-21', false],
  ['2026-11-22', false],
  ['2026-08-10', false],
  ['2026-12-16', false],
])('%s is a working day: %s', (day, works) => {
  expect(isWorkingDay(day)).toBe(works);
});

it.each([
  ['2026-11-20', '2026-11-19'],
  ['2026-11-23', '2026-11-20'],
  ['2026-04-07', '2026-04-02'],
  ['2027-01-04', '2026-12-31'],
])('the working day before %s is %s', (day, before) => {
  expect(addWorkingDays(day, -1)).toBe(before);
});

it.each([
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-12-15', 1, '2026-12-17'],
  ['2026-04-02', 2, '2026-04-08'],
  ['2026-11-23', -3, '2026-11-18'],
])('counts working days: %s plus %i is %s', (day, count, expected) => {
  expect(addWorkingDays(day, count)).toBe(expected);
});

it("leaves out the firm's own closed days", () => {
  const closedOn = ['2026-11-04', { from: '2026-12-27', to: '2026-12-31' }];
  expect(isWorkingDay('2026-11-04', closedOn)).toBe(false);
  expect(addWorkingDays('2026-11-03', 1, closedOn)).toBe('2026-11-05');
  expect(addWorkingDays('2026-12-24', 1, closedOn)).toBe('2027-01-04');
  expect(addWorkingDays('2027-01-04', -1, closedOn)).toBe('2026-12-24');
});

it.each([
  ['2026-11-04', true],
  ['2026-02-30', false],
  ['4 November 2026', false],
  [{ from: '2026-12-27', to: '2026-12-31' }, true],
  [{ from: '2026-12-31', to: '2026-12-27' }, false],
])('%j is a valid closed day: %s', (closed, isValid) => {
  expect(invalidClosedDays([closed])).toEqual(isValid ? [] : [closed]);
});
