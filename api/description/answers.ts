import type { SchemaName } from './schemas.ts';

/** The parts of an OpenAPI description that its operations are made of. */
export type Part = Record<string, unknown>;

export function reference(name: SchemaName): Part {
  return { $ref: `#/components/schemas/${name}` };
}

export function jsonAnswer(description: string, name: SchemaName): Part {
  return { description, content: { 'application/json': { schema: reference(name) } } };
}

export function textAnswer(description: string): Part {
  return { description, content: { 'text/plain': { schema: { type: 'string' } } } };
}

export function pageAnswer(description: string): Part {
  return { description, content: { 'text/html': { schema: { type: 'string' } } } };
}

/** A sentence as text, or as problem details (RFC 9457) where JSON is asked for. */
export function problemAnswer(description: string, headers: string[] = []): Part {
  return {
    description,
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers.map(describeHeader)) } : {}),
    content: {
      'application/problem+json': { schema: reference('Problem') },
      'text/plain': { schema: { type: 'string' } },
    },
  };
}

/** The same, but a browser that posted the form by itself gets it as a page. */
export function formProblemAnswer(description: string, headers: string[] = []): Part {
  const answer = problemAnswer(description, headers);
  const page = { 'text/html': { schema: { type: 'string' } } };
  return { ...answer, content: { ...(answer.content as Part), ...page } };
}

function describeHeader(name: string): [string, Part] {
  const type = name === 'Retry-After' ? 'integer' : 'string';
  return [name, { required: true, schema: { type } }];
}
