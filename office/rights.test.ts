import { expect, it } from 'vitest';

import { may, roleDefinitions, type Right } from './rights.ts';

const all = Object.values(roleDefinitions).flatMap(({ rights }) => rights);
const about = (...subjects: string[]): Right[] =>
  [...new Set(all)].filter((right) => subjects.includes(right.split('.')[0] ?? ''));

it('gives the operations role no access to enquiries, people, accounts or the audit trail', () => {
  const personal = about('enquiry', 'person', 'account', 'audit');
  expect(personal.length).toBeGreaterThan(7);
  expect(personal.filter((right) => may('ops', right))).toEqual([]);
});

it('gives only the information officer access to people, accounts and the audit trail', () => {
  const reserved = about('person', 'account', 'audit');
  expect(reserved.filter((right) => may('staff', right))).toEqual([]);
  expect(reserved.filter((right) => !may('officer', right))).toEqual([]);
});
