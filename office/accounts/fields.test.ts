import { expect, it } from 'vitest';

import { changedDetails } from './fields.tsx';

it('sends only the details that the user has changed', () => {
  const shown = { name: 'Thandi', email: 'old@example.org', assignmentEmails: 'daily' } as const;
  expect(changedDetails({ ...shown, name: 'Thandi Zulu' }, shown)).toEqual({ name: 'Thandi Zulu' });
  expect(changedDetails({ ...shown, email: '' }, shown)).toEqual({ email: '' });
  expect(changedDetails(shown, shown)).toEqual({});
});
