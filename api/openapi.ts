import type { RequestHandler } from 'express';
import * as z from 'zod/mini';

import {
  contactAcceptedSchema,
  contactPath,
  contactSubmissionsPath,
  contactTokenPath,
  idempotencyKeyHeader,
  openApiPath,
} from '../contract/api.ts';
import { contactFieldNames } from '../contract/contact-fields.ts';
import { contactFormSchema } from '../contract/contact-form.ts';
import { formSignalsHeader } from '../contract/form-signals.ts';
import {
  submissionPageSchema,
  submissionStatuses,
  submissionViewSchema,
} from '../contract/submission-view.ts';
import { readVersion } from '../platform/settings.ts';

/** What the API takes and answers, by the names that its description uses. */
const schemas = {
  ContactForm: contactFormSchema,
  ContactAccepted: contactAcceptedSchema,
  Problem: z.object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.optional(z.partialRecord(z.enum(contactFieldNames), z.string())),
  }),
  Submission: submissionViewSchema,
  SubmissionPage: submissionPageSchema,
};

type Part = Record<string, unknown>;

const text = { type: 'string' };

function reference(name: keyof typeof schemas): Part {
  return { $ref: `#/components/schemas/${name}` };
}

/** An answer by its media types, each with the schema of its body. */
function answer(description: string, bodies: Record<string, Part>, headers: string[] = []): Part {
  const content = Object.entries(bodies).map(([type, schema]) => [type, { schema }]);
  const described = headers.map((name) => {
    const type = name === 'Retry-After' ? 'integer' : 'string';
    return [name, { required: true, schema: { type } }];
  });
  return {
    description,
    ...(content.length > 0 ? { content: Object.fromEntries(content) as Part } : {}),
    ...(described.length > 0 ? { headers: Object.fromEntries(described) as Part } : {}),
  };
}

function json(description: string, schema: Part): Part {
  return answer(description, { 'application/json': schema });
}

/** A sentence as text, or as problem details (RFC 9457) where JSON is asked for. */
const problemBodies = { 'application/problem+json': reference('Problem'), 'text/plain': text };

function problem(description: string, ...headers: string[]): Part {
  return answer(description, problemBodies, headers);
}

/** The same, but a browser that has no script to read it gets it as a page. */
function pageProblem(description: string, ...headers: string[]): Part {
  return answer(description, { ...problemBodies, 'text/html': text }, headers);
}

/** A parameter. Only those in the path must be there. */
function parameter(
  place: 'header' | 'query' | 'path',
  name: string,
  description?: string,
  schema: Part = text,
): Part {
  return { name, in: place, required: place === 'path', description, schema };
}

const form = { schema: reference('ContactForm') };

const sendEnquiry = {
  operationId: 'sendEnquiry',
  summary: 'Send an enquiry',
  tags: ['Contact'],
  parameters: [
    parameter(
      'header',
      idempotencyKeyHeader,
      'One value for each filled-in form, so that a request may safely be repeated.',
    ),
    parameter(
      'header',
      formSignalsHeader,
      'What tells a person from a machine, such as v1;t=…;h=0.',
    ),
  ],
  requestBody: {
    required: true,
    content: { 'application/json': form, 'application/x-www-form-urlencoded': form },
  },
  responses: {
    202: answer('The enquiry is safe.', {
      'application/json': reference('ContactAccepted'),
      'text/html': text,
    }),
    303: answer('The same, for a browser that posted the form by itself.', {}, ['Location']),
    400: pageProblem('The form or the request cannot be accepted.'),
    403: pageProblem('A page of another origin sent it.'),
    405: problem('There is only POST here.', 'Allow'),
    413: pageProblem('It is too large.'),
    415: pageProblem('It is of another type, character set or encoding.'),
    429: pageProblem('Too many have come.', 'Retry-After'),
    500: pageProblem('A fault of ours.'),
    503: pageProblem('It was not stored: please try again.', 'Retry-After'),
  },
};

/** An operation that reads: GET. */
function read(tag: string, operationId: string, summary: string, responses: Part, more: Part = {}) {
  return { get: { operationId, summary, tags: [tag], responses, ...more } };
}

const staff = { security: [{ staff: [] }] };
const refusals = {
  401: problem('No member of staff is signed in.', 'WWW-Authenticate'),
  403: problem('The account may not see personal data.'),
  429: problem('Too many attempts to sign in.', 'Retry-After'),
  503: problem('A store does not answer.', 'Retry-After'),
};
const page = {
  200: json('The page.', reference('SubmissionPage')),
  400: problem('A parameter cannot be used.'),
  ...refusals,
};
const enquiry = {
  200: json('The enquiry.', reference('Submission')),
  404: problem('There is none with that id.'),
  ...refusals,
};
const limit = { type: 'integer', minimum: 1, maximum: 100, default: 50 };
const query = [
  parameter('query', 'q', 'Text to look for.', { ...text, maxLength: 200 }),
  parameter('query', 'from', 'A day such as 2024-06-30, or a time.'),
  parameter('query', 'to', 'The last day, or the end.'),
  parameter('query', 'status', 'Only those of one status.', { ...text, enum: submissionStatuses }),
  parameter('query', 'limit', 'How many at the most.', limit),
  parameter('query', 'cursor', 'The nextCursor of an earlier answer.'),
];

const toForm = {
  303: answer('Where a browser finds the form.', {}, ['Location']),
  405: problem('There is only POST here.', 'Allow'),
};
const sentPage = {
  200: answer('The confirmation.', { 'text/html': text }),
  404: pageProblem('The signature is not that of the reference.'),
  503: pageProblem('It cannot be checked.', 'Retry-After'),
};
const token = {
  200: answer('The token.', { 'text/plain': text }),
  503: problem('There is none to be had.', 'Retry-After'),
};
const itIsSo = { 200: answer('It is so.', { 'text/plain': text }) };
const ready = { ...itIsSo, 503: problem('They cannot.') };
const description = { 200: json('OpenAPI 3.1.', { type: 'object' }) };

const paths = {
  [contactPath]: {
    post: sendEnquiry,
    ...read('Contact', 'findForm', 'Lead a browser to the form', toForm),
  },
  [`${contactPath}/sent/{reference}`]: read(
    'Contact',
    'showSent',
    'What a visitor without JavaScript sees after sending',
    sentPage,
    { parameters: [parameter('path', 'reference'), parameter('query', 'signature')] },
  ),
  [contactTokenPath]: read(
    'Contact',
    'issueToken',
    'The moment, signed, for a form that somebody has just met',
    token,
  ),
  [contactSubmissionsPath]: read(
    'Staff',
    'listSubmissions',
    'A page of enquiries, newest first',
    page,
    { ...staff, parameters: query },
  ),
  [`${contactSubmissionsPath}/{id}`]: read(
    'Staff',
    'showSubmission',
    'Everything that is held of one enquiry',
    enquiry,
    { ...staff, parameters: [parameter('path', 'id', undefined, { ...text, format: 'uuid' })] },
  ),
  '/healthz': read('Health', 'checkHealth', 'Whether the process runs', itIsSo),
  '/readyz': read('Health', 'checkReadiness', 'Whether enquiries can be taken', ready),
  [openApiPath]: read('Health', 'describeApi', 'This description', description),
};

/** The API in OpenAPI 3.1, made of the schemas that it checks requests with. */
export function describeOpenApi(version: string): Part {
  // What a client sends may have further properties, which are dropped.
  const jsonSchemas = Object.entries(schemas).map(([name, schema]) => {
    const io = name === 'ContactForm' ? 'input' : 'output';
    return [name, { ...z.toJSONSchema(schema, { io }), $schema: undefined }];
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Association Office: enquiries',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [],
    tags: ['Contact', 'Staff', 'Health'].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(jsonSchemas) as Part,
      securitySchemes: { staff: { type: 'http', scheme: 'basic' } },
    },
  };
}

/** `GET /api/openapi.json`: what the API takes and answers, and the office under the same paths. */
export function describeApi(): RequestHandler {
  const described = describeOpenApi(readVersion());
  return (_request, response) => void response.json(described);
}
