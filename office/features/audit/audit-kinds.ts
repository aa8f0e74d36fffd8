/** The types of actions in the audit trail, as staff read them. */
export const auditKinds = {
  reading: 'Reading enquiries',
  handling: 'Changing enquiries',
  people: 'Personal data, exports and deletion',
  accounts: 'Accounts and sign-in',
  queues: 'Queues',
  audit: 'Audit trail',
} as const;

export type AuditKind = keyof typeof auditKinds;
