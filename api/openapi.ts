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
import { firm } from '../firm/firm.ts';
import { readVersion } from '../platform/settings.ts';

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

/** The body of a problem: plain text, or problem details (RFC 9457) if the client prefers JSON. */
const problemBodies = { 'application/problem+json': reference('Problem'), 'text/plain': text };

function problem(description: string, ...headers: string[]): Part {
  return answer(description, problemBodies, headers);
}

/** Describes a problem that browsers without JavaScript receive as a page. */
function pageProblem(description: string, ...headers: string[]): Part {
  return answer(description, { ...problemBodies, 'text/html': text }, headers);
}

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
      'One value per filled-in form, so that a request can safely be retried.',
    ),
    parameter(
      'header',
      formSignalsHeader,
      'Signals that tell people from bots, such as v1;t=…;h=0.',
    ),
    parameter(
      'header',
      'traceparent',
      'The trace that the request belongs to (W3C Trace Context).',
    ),
  ],
  requestBody: {
    required: true,
    content: { 'application/json': form, 'application/x-www-form-urlencoded': form },
  },
  responses: {
    202: answer('The enquiry was accepted and saved in the queue.', {
      'application/json': reference('ContactAccepted'),
      'text/html': text,
    }),
    303: answer('The same, for a browser without JavaScript.', {}, ['Location']),
    400: pageProblem('The form or the request is invalid.'),
    403: pageProblem('The form was sent from another origin.'),
    405: problem('Only POST is supported.', 'Allow'),
    413: pageProblem('The request is too large.'),
    415: pageProblem('The content type, character set or encoding is not supported.'),
    429: pageProblem('The rate limit is exceeded.', 'Retry-After'),
    500: pageProblem('Internal error.'),
    503: pageProblem('The enquiry was not accepted. Try again later.', 'Retry-After'),
  },
};

function read(tag: string, operationId: string, summary: string, responses: Part, more: Part = {}) {
  return { get: { operationId, summary, tags: [tag], responses, ...more } };
}

const staff = { security: [{ staff: [] }] };
const refusals = {
  401: problem('No valid personal access token.', 'WWW-Authenticate'),
  403: problem('The account does not have permission to read enquiries.'),
  503: problem('MongoDB or Redis is not answering.', 'Retry-After'),
};
const page = {
  200: json('A page of enquiries.', reference('SubmissionPage')),
  400: problem('A parameter is invalid.'),
  ...refusals,
};
const enquiry = {
  200: json('The enquiry.', reference('Submission')),
  404: problem('There is no enquiry with that ID.'),
  ...refusals,
};
const limit = { type: 'integer', minimum: 1, maximum: 100, default: 50 };
const query = [
  parameter('query', 'q', 'Text to search for.', { ...text, maxLength: 200 }),
  parameter('query', 'from', 'The first day, such as 2024-06-30, or a time.'),
  parameter('query', 'to', 'The last day, or a time.'),
  parameter('query', 'status', 'Only this status.', { ...text, enum: submissionStatuses }),
  parameter('query', 'limit', 'Maximum number per page.', limit),
  parameter('query', 'cursor', 'The nextCursor of the previous page.'),
];

const toForm = {
  303: answer('Redirects a browser to the form.', {}, ['Location']),
  405: problem('Only POST is supported.', 'Allow'),
};
const sentPage = {
  200: answer('The receipt.', { 'text/html': text }),
  404: pageProblem('The signature does not match the reference.'),
  503: pageProblem('The signature cannot be checked at the moment.', 'Retry-After'),
};
const token = {
  200: answer('The token.', { 'text/plain': text }),
  503: problem('No token can be issued at the moment.', 'Retry-After'),
};
const healthy = { 200: answer('OK.', { 'text/plain': text }) };
const ready = { ...healthy, 503: problem('Not ready.') };
const description = { 200: json('The OpenAPI 3.1 description.', { type: 'object' }) };

const paths = {
  [contactPath]: {
    post: sendEnquiry,
    ...read('Contact', 'findForm', 'Redirect a browser to the form', toForm),
  },
  [`${contactPath}/sent/{reference}`]: read(
    'Contact',
    'showSent',
    'Show the receipt to a visitor without JavaScript',
    sentPage,
    { parameters: [parameter('path', 'reference'), parameter('query', 'signature')] },
  ),
  [contactTokenPath]: read(
    'Contact',
    'issueToken',
    'Issue a signed timestamp for a form that a visitor has reached',
    token,
  ),
  [contactSubmissionsPath]: read('Staff', 'listSubmissions', 'List enquiries, newest first', page, {
    ...staff,
    parameters: query,
  }),
  [`${contactSubmissionsPath}/{id}`]: read('Staff', 'showSubmission', 'Show an enquiry', enquiry, {
    ...staff,
    parameters: [parameter('path', 'id', undefined, { ...text, format: 'uuid' })],
  }),
  '/healthz': read('Health', 'checkHealth', 'Check that the process is running', healthy),
  '/readyz': read('Health', 'checkReadiness', 'Check that enquiries can be accepted', ready),
  [openApiPath]: read('Health', 'describeApi', 'Show this description', description),
};

/** Describes the API in OpenAPI 3.1. */
export function describeOpenApi(version: string): Part {
  // The form needs an input schema, which allows additional properties: the API drops them. Output
  // schemas forbid additional properties.
  const jsonSchemas = Object.entries(schemas).map(([name, schema]) => {
    const io = name === 'ContactForm' ? 'input' : 'output';
    return [name, { ...z.toJSONSchema(schema, { io }), $schema: undefined }];
  });
  return {
    openapi: '3.1.0',
    info: {
      title: `${firm.name}: enquiries`,
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [],
    tags: ['Contact', 'Staff', 'Health'].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(jsonSchemas) as Part,
      securitySchemes: { staff: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/** `GET /api/openapi.json`: describes the API, and the enquiries desk's endpoints under `/api`. */
export function describeApi(): RequestHandler {
  const described = describeOpenApi(readVersion());
  return (_request, response) => void response.json(described);
}
