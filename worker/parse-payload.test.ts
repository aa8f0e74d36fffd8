import { UnrecoverableError } from 'bullmq';
import { expect, it } from 'vitest';

import { storeSubmissionJob } from '../contract/jobs.ts';
import { parsePayload } from './parse-payload.ts';

const payload = {
  version: 1,
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  acceptedAt: '2024-06-03T08:15:00.000Z',
  noticeVersion: '2024-06',
  form: {
    firstName: 'Thandiwe',
    lastName: 'Nkosi',
    email: 'thandiwe@example.org',
    organisation: 'Guild of Surveyors',
    message: 'We need a secretariat.',
  },
} as const;

function failure(data: unknown): unknown {
  try {
    return parsePayload(storeSubmissionJob.schema, { data });
  } catch (error) {
    return error;
  }
}

it('returns what fits', () => {
  expect(parsePayload(storeSubmissionJob.schema, { data: payload })).toEqual(payload);
});

it('names the fields that do not fit, never what they say', () => {
  const error = failure({ ...payload, version: 2, form: { ...payload.form, email: 'MARKED' } });
  expect(error).toBeInstanceOf(UnrecoverableError);
  expect(String(error)).toContain('version, form.email');
  expect(String(error)).not.toContain('MARKED');
});

it.each([undefined, null, 'MARKED', []])('refuses a payload that is %j', (data) => {
  const error = failure(data);
  expect(error).toBeInstanceOf(UnrecoverableError);
  expect(String(error)).not.toContain('MARKED');
});
