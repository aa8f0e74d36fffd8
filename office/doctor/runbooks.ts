/** Remedies shared by several checks. Each is a section of docs/operations.md. */
export const runbooks = {
  alerting: 'See docs/operations.md, Alerting.',
  backups: 'See docs/operations.md, Back up and restore.',
  diskFull: 'See docs/operations.md, The disk is full.',
  mailStopped: 'See docs/operations.md, Email has stopped.',
  mongodbDown: 'See docs/operations.md, MongoDB is down.',
  processDown: 'See docs/operations.md, A process is down.',
  redisDown: 'See docs/operations.md, Redis is down.',
  siteDown: 'See docs/operations.md, The site is down.',
} as const;
