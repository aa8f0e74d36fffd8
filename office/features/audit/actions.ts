import * as z from 'zod/mini';

import { count, email, id, line, moment, name } from '../../office-views.ts';
import { post } from '../../operation.ts';

/** What the pages and the server of the office say to each other about the audit trail. */

/** The kinds of actions, in words for staff. */
export const auditKinds = {
  reading: 'Reading enquiries',
  handling: 'Changing enquiries',
  people: 'People, files and erasing',
  accounts: 'Accounts and signing in',
  queues: 'Queues',
  audit: 'This audit trail',
} as const;

export type AuditKind = keyof typeof auditKinds;

/** Of which kind each action is, and what whoever did it has done. */
export const auditWords = {
  'list-submissions': ['reading', 'saw in a list'],
  'show-submission': ['reading', 'opened'],
  'reread-submission': ['reading', 'went on reading'],
  'assign-submission': ['handling', 'took or gave'],
  'note-submission': ['handling', 'wrote a note on'],
  'finish-submission': ['handling', 'finished'],
  'reopen-submission': ['handling', 'reopened'],
  'undo-change': ['handling', 'undid a change of'],
  'hold-submission': ['handling', 'held as spam'],
  'delete-spam': ['handling', 'deleted as spam'],
  'release-submission': ['handling', 'said “not spam” of'],
  'resend-notifications': ['handling', 'had mails sent again of'],
  'export-submissions': ['people', 'saved in a file'],
  'show-subject': ['people', 'looked for a person'],
  'export-subject': ['people', 'saved all about a person'],
  'read-requests': ['people', 'read the register of requests'],
  'add-request': ['people', 'added a request'],
  'close-request': ['people', 'closed a request'],
  'correct-submission': ['people', 'corrected'],
  'erase-subject': ['people', 'erased'],
  'shorten-retention': ['people', 'shortened how long is kept'],
  'read-audit-trail': ['audit', 'read this audit trail'],
  'read-queue-board': ['queues', 'read the queue board'],
  'pause-queue': ['queues', 'paused a queue'],
  'resume-queue': ['queues', 'resumed a queue'],
  'retry-job': ['queues', 'tried a job again'],
  'retry-jobs': ['queues', 'tried jobs again'],
  'promote-job': ['queues', 'hurried a job'],
  'promote-jobs': ['queues', 'hurried jobs'],
  'remove-job': ['queues', 'removed a job'],
  'set-aside-jobs': ['queues', 'set failed jobs aside'],
  'change-queue': ['queues', 'changed a queue'],
  'add-user': ['accounts', 'added the account'],
  'change-password': ['accounts', 'changed the password of'],
  'disable-user': ['accounts', 'disabled'],
  'enable-user': ['accounts', 'enabled'],
  'change-role': ['accounts', 'changed the role of'],
  'make-link': ['accounts', 'made a link for'],
  'use-link': ['accounts', 'used a link'],
  'sign-in': ['accounts', 'signed in'],
  'fail-sign-in': ['accounts', 'could not sign in'],
  'sign-out': ['accounts', 'signed out'],
  'sign-out-everywhere': ['accounts', 'signed out everywhere'],
  'add-passkey': ['accounts', 'added a passkey'],
  'remove-passkey': ['accounts', 'removed a passkey'],
} as const satisfies Record<string, readonly [AuditKind, string]>;

const filter = {
  reference: z.optional(name),
  /** Of the person who wrote, as far as anything of theirs is still held. */
  email: z.optional(email),
  /** Who did it, or to whose account it was done. */
  account: z.optional(line(1, 64)),
  kind: z.optional(z.enum(Object.keys(auditKinds) as AuditKind[])),
  /** Days in South Africa, the last one included. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
};

const auditRecordSchema = z.object({
  id,
  at: moment,
  actor: z.string(),
  action: z.enum(Object.keys(auditWords) as (keyof typeof auditWords)[]),
  outcome: z.optional(z.string()),
  /** How many it was about. */
  count,
  /** The first of them: references of enquiries, or usernames. */
  enquiries: z.array(z.string()),
  accounts: z.array(z.string()),
  /** How it was looked for, what was corrected, or from which state to which. */
  detail: z.string(),
  /** Of an export. */
  reason: z.optional(z.string()),
});

export type AuditEntry = z.infer<typeof auditRecordSchema>;

/** Operations of the office's API, all of them in the audit trail without what was looked for. */
export const auditApi = {
  searchAudit: post(
    'audit/search',
    'audit.read',
    z.object({
      ...filter,
      limit: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
      /** The `nextCursor` of the answer before. */
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    /** Newest first. */
    z.object({
      records: z.array(auditRecordSchema),
      total: count,
      nextCursor: z.nullable(z.string()),
    }),
  ),
  /** All that is found as CSV, as an attachment. */
  exportAudit: post('audit/export', 'audit.read', z.object(filter), undefined),
} as const;
