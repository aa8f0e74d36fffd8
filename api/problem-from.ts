import { Problem, unsupportedType } from './problem.ts';

const tooLarge = 'What you sent is too large. A message has at most 5000 characters.';

/** What the body parser and the router can refuse, by the type of their error, in our words. */
const refusals: Record<string, () => Problem> = {
  'entity.parse.failed': () => new Problem(400, 'The request does not contain valid JSON.'),
  'entity.too.large': () => new Problem(413, tooLarge),
  'parameters.too.many': () => new Problem(413, tooLarge),
  'entity.verify.failed': () => new Problem(400, 'The request is not valid UTF-8.'),
  'charset.unsupported': unsupportedType,
  'encoding.unsupported': unsupportedType,
};

/** The answer to whatever was thrown. What it does not know becomes 500 without any detail. */
export function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown };
  const refusal = typeof type === 'string' ? refusals[type] : undefined;
  if (refusal) return refusal();
  if (status === 400) return new Problem(400, 'The request cannot be read.', { cause: error });
  return new Problem(500, 'Something went wrong on our side. Please try again later.', {
    cause: error,
  });
}
