import { submissionStatuses } from '../../storage/submission-model.ts';
import { jsonAnswer, problemAnswer, type Part } from './answers.ts';

const refusals = {
  401: problemAnswer('No member of staff is signed in.', ['WWW-Authenticate']),
  403: problemAnswer('The account may not see personal data.'),
  429: problemAnswer('Too many attempts to sign in.', ['Retry-After']),
  503: problemAnswer('A store does not answer.', ['Retry-After']),
};

function queryParameter(name: string, description: string, schema: Part): Part {
  return { name, in: 'query', required: false, description, schema };
}

const text = { type: 'string' };

export const listSubmissions: Part = {
  operationId: 'listSubmissions',
  summary: 'A page of enquiries, newest first',
  tags: ['Staff'],
  security: [{ staff: [] }],
  parameters: [
    queryParameter('q', 'Text to look for.', { ...text, maxLength: 200 }),
    queryParameter('from', 'A day such as 2024-06-30, or a time.', text),
    queryParameter('to', 'The last day, or the end.', text),
    queryParameter('status', 'Only those of one status.', { ...text, enum: submissionStatuses }),
    queryParameter('limit', 'How many at the most.', {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 50,
    }),
    queryParameter('cursor', 'The nextCursor of an earlier answer.', text),
  ],
  responses: {
    200: jsonAnswer('The page.', 'SubmissionPage'),
    400: problemAnswer('A parameter cannot be used.'),
    ...refusals,
  },
};

export const showSubmission: Part = {
  operationId: 'showSubmission',
  summary: 'Everything that is held of one enquiry',
  tags: ['Staff'],
  security: [{ staff: [] }],
  parameters: [{ name: 'id', in: 'path', required: true, schema: { ...text, format: 'uuid' } }],
  responses: {
    200: jsonAnswer('The enquiry.', 'Submission'),
    404: problemAnswer('There is none with that id.'),
    ...refusals,
  },
};
