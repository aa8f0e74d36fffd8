/** Remedies that are used several times. Each names a section of docs/operations.md. */
export const runbooks = {
  alerting: 'See ‘Alerting’ in docs/operations.md.',
  backups: 'See ‘Back up and restore’ in docs/operations.md.',
  diskFull: 'See ‘The disk is full’ in docs/operations.md.',
  mailStopped: 'See ‘Email has stopped’ in docs/operations.md.',
  mongodbDown: 'See ‘MongoDB is down’ in docs/operations.md.',
  processDown: 'See ‘A process is down’ in docs/operations.md.',
  redisDown: 'See ‘Redis is down’ in docs/operations.md.',
  siteDown: 'See ‘The site is down’ in docs/operations.md.',
} as const;
