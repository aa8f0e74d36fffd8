import { expect, it } from 'vitest';

import { storeSubmissionJob } from '../contract/jobs.ts';
import { createEnquiry } from '../testing/enquiry.ts';
import { fieldSentences, identifySubmission } from './read-enquiry.ts';

const form = createEnquiry({ message: 'We need\na secretariat.' });
const uuid = storeSubmissionJob.schema.shape.id;

it('derives the same version 8 UUID from the same key and content', () => {
  const { id } = identifySubmission(form, 'key');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuid.parse(id)).toBe(id);
  expect(identifySubmission({ ...form }, 'key').id).toBe(id);
});

it('derives a different UUID if the key or the content differs', () => {
  const { id } = identifySubmission(form, 'key');
  expect(identifySubmission(form, 'other').id).not.toBe(id);
  expect(identifySubmission({ ...form, lastName: 'Dube' }, 'key').id).not.toBe(id);
});

it('makes a random UUID without a key', () => {
  const { id } = identifySubmission(form);
  expect(uuid.parse(id)).toBe(id);
  expect(identifySubmission(form).id).not.toBe(id);
});

it('hashes the content regardless of line endings and the case of the email address', () => {
  const { contentHash } = identifySubmission(form, 'key');
  const variant = { ...form, email: 'Thandiwe@Example.org', message: 'We need\r\na secretariat. ' };
  expect(identifySubmission(variant).contentHash).toBe(contentHash);
  const shifted = { ...form, firstName: 'ThandiweN', lastName: 'kosi' };
  expect(identifySubmission(shifted).contentHash).not.toBe(contentHash);
});

it('lists errors in form order', () => {
  expect(fieldSentences({ message: 'Too short', firstName: 'Missing' })).toEqual([
    'First Name: Missing.',
    'Message: Too short.',
  ]);
});
