/** What a job's data may say to anybody on the staff; the rest may be personal. */
const plain = new Set([
  'version',
  'id',
  'acceptedAt',
  'noticeVersion',
  'canary',
  'stored',
  'quarantined',
  'submissionId',
  'kind',
]);

/** The data of a job with everything hidden that is not known to be harmless. */
export function maskJobData(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return '[hidden]';
  return Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [
      name,
      plain.has(name) && typeof value !== 'object' ? value : '[hidden]',
    ]),
  );
}
