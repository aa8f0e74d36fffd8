import { describe, expect, it } from 'vitest';

import { companyFrom } from '../../contract/company.ts';
import type { Specimen } from '../../contract/firm-content.ts';
import { aboutFor } from '../../firm/content/about.ts';
import { questions } from '../../firm/content/questions.ts';
import { services } from '../../firm/content/services.ts';
import { firm } from '../../firm/firm.ts';
import { isShipped } from '../../testing/firms/shipped.ts';
import { termsFor } from './legal-document.ts';
import { setFigure } from './specimen.ts';

const [members, finance, events, technology, secretariat, operations] = services.map(
  ({ specimen }) => specimen,
);
const specimenYear = 2026;
const company = companyFrom(firm);

// South Africa's public holidays in 2026, as month-day. 9 August is a Sunday, so the next day is a
// public holiday.
const holidays = '01-01 04-03 04-06 04-27 05-01 06-16 08-10 09-24 12-16 12-25'.split(' ');

function isWorkingDay(date: Date): boolean {
  return date.getUTCDay() % 6 !== 0 && !holidays.includes(date.toISOString().slice(5, 10));
}

/** Parses a date without a weekday, such as `26 Aug`. */
function dayOf(text: string): Date {
  return new Date(`${text} ${specimenYear} UTC`);
}

/** The number of working days between two days, excluding both. */
function workingDaysBetween(from: string, to: string): number {
  let count = 0;
  for (let day = dayOf(from).getTime() + 864e5; day < dayOf(to).getTime(); day += 864e5) {
    if (isWorkingDay(new Date(day))) count += 1;
  }
  return count;
}

function figuresOf(row: readonly (string | number)[]): number[] {
  return row.slice(1).map(Number);
}

function sum(rows: readonly (readonly number[])[]): readonly number[] {
  return rows.reduce((one, other) => one.map((figure, column) => figure + (other[column] ?? NaN)));
}

describe.runIf(isShipped)('the specimens', () => {
  it('have accounts whose lines and columns add up', () => {
    const [income, expenditure, surplus] = (finance?.groups ?? []).map(({ rows, total = [] }) => ({
      rows: rows.map(figuresOf),
      total: figuresOf(total),
    }));
    expect(sum(income?.rows ?? [])).toEqual(income?.total);
    expect(sum(expenditure?.rows ?? [])).toEqual(expenditure?.total);
    for (const [actual = NaN, budget = NaN, variance] of [
      ...(income?.rows ?? []),
      income?.total ?? [],
    ]) {
      expect(variance).toBe(actual - budget);
    }
    for (const [actual = NaN, budget = NaN, variance] of [
      ...(expenditure?.rows ?? []),
      expenditure?.total ?? [],
    ]) {
      expect(variance).toBe(budget - actual);
    }
    const [got = [], spent = []] = [income?.total, expenditure?.total];
    expect(surplus?.total.slice(0, 2)).toEqual(
      got.slice(0, 2).map((figure, at) => figure - (spent[at] ?? NaN)),
    );
    expect(surplus?.total[2]).toBe((got[2] ?? NaN) + (spent[2] ?? NaN));
  });

  it('have a register whose movements add up to the number in the handover file', () => {
    const movements = members?.groups[1];
    const [total] = figuresOf(movements?.total ?? []);
    expect(sum(movements?.rows.map(figuresOf) ?? [])).toEqual([total]);
    const counted = JSON.stringify(technology).replaceAll('\u00a0', '');
    expect(counted).toContain(`${total} records`);
  });

  it('name only working days, each with the correct weekday of 2026', () => {
    const dates = [
      ...JSON.stringify(services).matchAll(/\b((?:Mon|Tue|Wed|Thu|Fri)[a-z]*) (\d+ [A-Z][a-z]+)/g),
    ];
    expect(dates.length).toBeGreaterThan(12);
    for (const [whole, weekday = '', day = ''] of dates) {
      const date = dayOf(day);
      expect(date.toUTCString().slice(0, 3), whole).toBe(weekday.slice(0, 3));
      expect(isWorkingDay(date), whole).toBe(true);
    }
  });

  it('keep to the periods in the terms and in the law', () => {
    expect(secretariat?.note).toContain('10 June');
    expect(secretariat?.cover?.join()).toContain('18 June');
    // There are four working days between a meeting and the fifth working day before it.
    expect(workingDaysBetween('10 June', '18 June')).toBeGreaterThanOrEqual(4);
    const calendar = operations?.groups[0]?.rows.map(String).join('\n');
    for (const line of ['31 July,Notice', '26 Aug,Meeting', '9 Sept,Draft minutes']) {
      expect(calendar).toContain(line);
    }
    // Companies Act 71 of 2008, section 62(1): fifteen business days, excluding the first and last.
    expect(workingDaysBetween('31 July', '26 Aug')).toBeGreaterThanOrEqual(15);
    expect(workingDaysBetween('26 Aug', '9 Sept')).toBeLessThan(10);
  });

  it.each([
    ['dates', operations, (cell: unknown) => dayOf(String(cell).slice(4)).getTime()],
    ['times', events, (cell: unknown) => Number(String(cell).replace(':', ''))],
    ['pages', secretariat, undefined],
  ] satisfies [string, Specimen | undefined, ((cell: unknown) => number) | undefined][])(
    'have %s in order',
    (_, specimen, read) => {
      const cells = (specimen?.groups ?? []).flatMap(({ rows }) =>
        rows.map((row) => (read ? read(row[0]) : Number(row.at(-1)))),
      );
      expect(cells).not.toContain(NaN);
      expect(cells).toEqual(cells.toSorted((one, other) => one - other));
    },
  );
});

it.runIf(isShipped)('the plan for the first 90 days agrees with the terms', () => {
  const terms = JSON.stringify(termsFor(company));
  const steps = JSON.stringify(aboutFor(company).first90Days);
  for (const time of [
    'five working days',
    'ten working days',
    'fifteen working days',
    'every working day',
    '90 days’ written notice',
  ]) {
    expect(steps).toContain(time);
    expect(terms).toContain(time);
  }
});

it.runIf(isShipped)('the answers for boards agree with the linked sections of the terms', () => {
  const promises = [
    ['fixed monthly subscription fee', 'consumer price index', '12-month average', 'thirty days’'],
    ['wo authorised persons, of whom at least one is an office-bearer or employee of'],
    ['some of which may be active in the same field', 'a conflict of interest, so that'],
    ['90 days’ written notice', 'list of matters in progress', 'as security for payment'],
  ];
  const { sections } = termsFor(company);
  for (const [at, { answer, links = [] }] of questions.questions.entries()) {
    const linked = sections.filter(({ id }) => links.some(({ href }) => href === `/terms#${id}`));
    expect(linked, answer).toHaveLength(links.length);
    for (const promise of promises[at] ?? []) {
      expect(answer).toContain(promise);
      expect(JSON.stringify(linked)).toContain(promise);
    }
  }
  expect(questions.questions).toHaveLength(promises.length);
});

it('amounts have a space between groups of three digits, and brackets if negative', () => {
  const amounts = [999, 4200, -1234567].map(setFigure);
  expect(amounts).toEqual(['999', '4\u00a0200', '(1\u00a0234\u00a0567)']);
});
