import {
  contactPath,
  contactSubmissionsPath,
  contactTokenPath,
  openApiPath,
} from '../../contract/api.ts';
import { problemAnswer, textAnswer, type Part } from './answers.ts';
import { issueToken, sendEnquiry, showSent } from './contact-operations.ts';
import { jsonSchemas } from './schemas.ts';
import { listSubmissions, showSubmission } from './staff-operations.ts';

const health = (operationId: string, summary: string, refusal: Part): Part => ({
  operationId,
  summary,
  tags: ['Health'],
  responses: { 200: textAnswer('It is so.'), ...refusal },
});

/** The API in OpenAPI 3.1, made of the schemas that it checks requests with. */
export function describeOpenApi(version: string): Part {
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
    paths: {
      [contactPath]: { post: sendEnquiry },
      [`${contactPath}/sent/{reference}`]: { get: showSent },
      [contactTokenPath]: { get: issueToken },
      [contactSubmissionsPath]: { get: listSubmissions },
      [`${contactSubmissionsPath}/{id}`]: { get: showSubmission },
      '/healthz': { get: health('checkHealth', 'Whether the process runs', {}) },
      '/readyz': {
        get: health('checkReadiness', 'Whether enquiries can be taken', {
          503: problemAnswer('They cannot.'),
        }),
      },
      [openApiPath]: {
        get: {
          operationId: 'describeApi',
          summary: 'This description',
          tags: ['Health'],
          responses: {
            200: {
              description: 'OpenAPI 3.1.',
              content: { 'application/json': { schema: { type: 'object' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: jsonSchemas(),
      securitySchemes: { staff: { type: 'http', scheme: 'basic' } },
    },
  };
}
