import { expect, it } from 'vitest';

import { storeSubmissionJob } from '../contract/jobs.ts';
import { createEnquiry } from '../testing/enquiry.ts';
import { fieldSentences, identifySubmission } from './read-enquiry.ts';

const form = createEnquiry({ message: 'We need\na secretariat.' });
const uuid = storeSubmissionJob.schema.shape.id;

it('makes a UUID of version 8 from key and content, the same each time', () => {
  const { id } = identifySubmission(form, 'key');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuid.parse(id)).toBe(id);
  expect(identifySubmission({ ...form }, 'key').id).toBe(id);
});

it('makes another from another key or other content', () => {
  const { id } = identifySubmission(form, 'key');
  expect(identifySubmission(form, 'other').id).not.toBe(id);
  expect(identifySubmission({ ...form, lastName: 'Dube' }, 'key').id).not.toBe(id);
});

it('makes a random one without a key', () => {
  const { id } = identifySubmission(form);
  expect(uuid.parse(id)).toBe(id);
  expect(identifySubmission(form).id).not.toBe(id);
});

it('knows the same content in another dress, and only then', () => {
  const { contentHash } = identifySubmission(form, 'key');
  const dressed = { ...form, email: 'Thandiwe@Example.org', message: 'We need\r\na secretariat. ' };
  expect(identifySubmission(dressed).contentHash).toBe(contentHash);
  const shifted = { ...form, firstName: 'ThandiweN', lastName: 'kosi' };
  expect(identifySubmission(shifted).contentHash).not.toBe(contentHash);
});

it('lists the fields in the order of the form, whatever the order of the errors', () => {
  expect(fieldSentences({ message: 'Too short', firstName: 'Missing' })).toEqual([
    'First Name: Missing.',
    'Message: Too short.',
  ]);
});
