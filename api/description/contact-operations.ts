import { formSignalsHeader } from '../../contract/form-signals.ts';
import { idempotencyKeyHeader } from '../../contract/api.ts';
import {
  formProblemAnswer,
  jsonAnswer,
  pageAnswer,
  problemAnswer,
  reference,
  textAnswer,
  type Part,
} from './answers.ts';

function optionalHeader(name: string, description: string): Part {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

export const sendEnquiry: Part = {
  operationId: 'sendEnquiry',
  summary: 'Send an enquiry',
  tags: ['Contact'],
  parameters: [
    optionalHeader(
      idempotencyKeyHeader,
      'One value for each filled-in form, so that a request may safely be repeated.',
    ),
    optionalHeader(formSignalsHeader, 'What tells a person from a machine, such as v1;t=…;h=0.'),
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: reference('ContactForm') },
      'application/x-www-form-urlencoded': { schema: reference('ContactForm') },
    },
  },
  responses: {
    202: jsonAnswer('The enquiry is safe.', 'ContactAccepted'),
    303: {
      description: 'The same, for a browser that posted the form by itself.',
      headers: { Location: { required: true, schema: { type: 'string' } } },
    },
    400: formProblemAnswer('The form or the request cannot be accepted.'),
    403: formProblemAnswer('A page of another origin sent it.'),
    405: problemAnswer('There is only POST here.', ['Allow']),
    413: formProblemAnswer('It is too large.'),
    415: formProblemAnswer('It is of another type, character set or encoding.'),
    429: formProblemAnswer('Too many have come.', ['Retry-After']),
    500: formProblemAnswer('A fault of ours.'),
    503: formProblemAnswer('It was not stored: please try again.', ['Retry-After']),
  },
};

export const showSent: Part = {
  operationId: 'showSent',
  summary: 'What a visitor without JavaScript sees after sending',
  tags: ['Contact'],
  parameters: [{ name: 'reference', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: pageAnswer('The confirmation.'),
    404: problemAnswer('It is no reference.'),
  },
};

export const issueToken: Part = {
  operationId: 'issueToken',
  summary: 'The moment, signed, for a form that somebody has just met',
  tags: ['Contact'],
  responses: {
    200: textAnswer('The token.'),
    503: problemAnswer('There is none to be had.', ['Retry-After']),
  },
};
