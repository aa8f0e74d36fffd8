/**
 * Prefixes of the reasons that the worker stores with failed jobs, for which the status page has
 * advice.
 */
export const jobFailures = {
  invalidFields: 'Invalid fields',
  invalidJson: 'The job data is not valid JSON',
} as const;
