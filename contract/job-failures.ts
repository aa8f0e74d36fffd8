/** How the reasons begin that the worker stores with failed jobs, and for which the status page has advice. */
export const jobFailures = {
  invalidFields: 'Invalid fields',
  invalidJson: 'The job data is not valid JSON',
} as const;
