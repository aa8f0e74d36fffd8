import { contactFields } from '../../../contract/contact-fields.ts';
import { mediumDay } from '../../../contract/time.ts';
import { accountsApi } from '../../accounts/api.ts';
import type { Action, AuditKind } from '../../action.ts';
import type { PartOfState } from '../../office-views.ts';
import { officeApi, type ActionName } from '../../office-api.ts';
import { rightWords } from '../../rights.ts';
import { stateLabels } from '../../enquiries/decisions.ts';
import { kindWords, resultWords } from '../../people/words.ts';

type Words = readonly [AuditKind, string];

/** Actions of office/enquiries/api.ts and office/people/api.ts, also those of the last release. */
const ofEnquiries = {
  'enquiry.list': { right: 'enquiry.read', audit: ['reading', 'listed'] },
  'enquiry.read': { right: 'enquiry.read', audit: ['reading', 'opened'] },
  /** Related enquiries that the page of an opened enquiry shows. */
  'enquiry.preview': { right: 'enquiry.read', audit: ['reading', 'previewed'] },
  'enquiry.update': { right: 'enquiry.change', audit: ['handling', 'changed'] },
  'enquiry.note': { right: 'enquiry.change', audit: ['handling', 'added a note to'] },
  'enquiry.reply': { right: 'enquiry.change', audit: ['handling', 'replied to'] },
  'enquiry.unsend': { right: 'enquiry.change', audit: ['handling', 'took back a reply to'] },
  'enquiry.spam': { right: 'enquiry.change', audit: ['handling', 'marked as spam'] },
  'enquiry.not-spam': { right: 'enquiry.change', audit: ['handling', 'marked as not spam'] },
  'enquiry.add': { right: 'enquiry.change', audit: ['handling', 'added'] },
  'enquiry.resend': { right: 'email.resend', audit: ['handling', 'resent emails about'] },
  'enquiry.export': { right: 'enquiry.export', audit: ['people', 'exported'], recent: true },
  'person.find': { right: 'person.read', audit: ['people', 'searched for a person'] },
  'person.correct': { right: 'person.change', audit: ['people', 'corrected'] },
  'person.export': { right: 'person.read', audit: ['people', 'exported all data about a person'] },
  'person.erase': { right: 'person.erase', audit: ['people', 'erased'] },
  'request.list': { right: 'person.read', audit: ['people', 'viewed the request register'] },
  'request.save': { right: 'person.change', audit: ['people', 'saved a request'] },
  'template.save': { right: 'template.change', audit: ['handling', 'saved a reply template'] },
  'template.remove': { right: 'template.change', audit: ['handling', 'removed a reply template'] },
} as const;

/** Actions of earlier releases. */
const earlier: Record<string, Words> = {
  'person.match': ['people', 'searched for a person by name'],
  'request.add': ['people', 'added a request'],
  'request.change': ['people', 'edited a request'],
  'request.close': ['people', 'closed a request'],
  'request.reopen': ['people', 'reopened a request'],
  'access.revoke': ['accounts', 'removed a session, passkey or token of'],
  'account.end-access': ['accounts', 'ended all access of'],
  'enquiry.open': ['reading', 'opened'],
  'enquiry.reread': ['reading', 'was still viewing'],
  'enquiry.assign': ['handling', 'assigned'],
  'enquiry.close': ['handling', 'closed'],
  'enquiry.wait': ['handling', 'marked as waiting'],
  'enquiry.resume': ['handling', 'resumed'],
  'enquiry.reopen': ['handling', 'reopened'],
  'enquiry.tag': ['handling', 'changed the tags of'],
  'enquiry.link': ['handling', 'linked'],
  'enquiry.unlink': ['handling', 'unlinked'],
  'enquiry.answered': ['handling', 'marked as answered'],
  'enquiry.unanswered': ['handling', 'marked as unanswered'],
  'enquiry.undo': ['handling', 'undid a change to'],
  'enquiry.delete': ['handling', 'deleted as spam'],
  'enquiry.restore': ['handling', 'restored'],
};

/** The recorded actions that are not in `officeApi`, each with the right that it requires. */
const others = {
  ...(Object.fromEntries(
    Object.entries<{ right: Action['right']; isRecent?: boolean; audit?: string }>(accountsApi).map(
      ([name, { right, isRecent: recent, audit }]) => [
        name,
        { right, recent, ...(audit ? { audit: ['accounts', audit] as const } : {}) },
      ],
    ),
  ) as Record<keyof typeof accountsApi, Pick<Action, 'right' | 'recent' | 'audit'>>),
  ...ofEnquiries,
  'account.disable': { right: 'account.manage', audit: ['accounts', 'disabled'] },
  'account.enable': { right: 'account.manage', audit: ['accounts', 'enabled'] },
  'account.role': { right: 'account.manage', audit: ['accounts', 'changed the role of'] },
  'token.add': { right: 'account.manage', audit: ['accounts', 'created a token for'] },
  'token.revoke': { right: 'account.manage', audit: ['accounts', 'revoked a token of'] },
  'account.denied': { right: 'anybody', audit: ['accounts', 'was refused permission'] },
  'session.fail-sign-in': { right: 'anybody', audit: ['accounts', 'failed to sign in'] },
  'retention.shorten': { right: 'anybody', audit: ['people', 'shortened the retention period'] },
  'backup.restore': { right: 'anybody', audit: ['people', 'restored a backup'] },
  'queue.board': { right: 'queue.read', audit: ['queues', 'viewed the queue board'] },
  'queue.retry-job': { right: 'queue.change', audit: ['queues', 'retried a job'] },
  'queue.promote-job': { right: 'queue.change', audit: ['queues', 'promoted a job'] },
  'queue.promote': { right: 'queue.change', audit: ['queues', 'promoted jobs'] },
  // Removing the job of an enquiry that is not stored yet deletes the enquiry.
  'queue.remove-job': {
    right: 'enquiry.delete',
    audit: ['queues', 'removed a job'],
    recent: true,
  },
  'queue.change': { right: 'queue.change', audit: ['queues', 'changed a queue'] },
} as const satisfies Record<string, Pick<Action, 'right' | 'recent' | 'audit'>>;

/** The actions that record refusals. The `count` of such a record is the number of refusals. */
export const refusals: readonly string[] = ['account.denied', 'session.fail-sign-in'];

export type AuditAction = ActionName | keyof typeof others;

const actions: [string, Action][] = Object.entries(officeApi);

/** The right that a recorded action requires, and whether it requires a recent sign-in. */
export function ruleOf(name: AuditAction): Pick<Action, 'right' | 'recent'> {
  return name in others ? others[name as keyof typeof others] : officeApi[name as ActionName];
}

const words = new Map<string, Words>([
  ...[...Object.entries<Pick<Action, 'audit'>>(others), ...actions].flatMap(
    ([name, { audit }]): [string, Words][] => (audit ? [[name, audit]] : []),
  ),
  ...Object.entries(earlier),
]);

export const auditNames = [...words.keys()];

/** The kind and description of a recorded action. Also covers actions that no longer exist. */
export function auditWordsOf(name: string): Words {
  return words.get(name) ?? ['audit', `did “${name}” to`];
}

/** Names the accounts that a recorded action was about; empty if its sentence needs none. */
export function accountWords(action: string, actor: string, accounts: readonly string[]): string {
  if (accounts.length > 0) return accounts.join(', ');
  const [kind, did] = auditWordsOf(action);
  if (kind !== 'accounts' || !/ (?:of|for)$/.test(did)) return '';
  return actor === 'nobody' ? 'an unknown account' : 'their own account';
}

const statusWords = { accepted: 'Accepted', quarantined: 'Spam', released: 'Not spam' };

/** Describes a change of state, such as `New → In progress, naledi`; empty if nothing changed. */
export function describeStateChange({
  from = {},
  to = {},
}: {
  from?: PartOfState | undefined;
  to?: PartOfState | undefined;
}): string {
  const names: Partial<Record<string, string>> = { ...statusWords, ...stateLabels };
  const words = (state: PartOfState) =>
    Object.entries<unknown>(state)
      .flatMap(([name, value]) => {
        if (typeof value !== 'string') return [];
        if (name === 'followUp') return `until ${mediumDay(value)}`;
        if (name === 'answeredOn') return `answered on ${mediumDay(value)}`;
        return names[value] ?? value;
      })
      .join(', ') || 'unassigned';
  return Object.keys(to).length === 0 ? '' : `${words(from)} → ${words(to)}`;
}

/** The words for search conditions. Empty for conditions that only choose a list, such as Spam. */
const conditionWords: Partial<Record<string, string>> = {
  text: 'by search',
  email: 'by email address',
  reference: 'by reference',
  account: 'by account',
  from: 'from a date',
  to: 'up to a date',
  file: 'as a file',
  status: 'by status',
  tag: 'by tag',
  unanswered: 'unanswered',
  ...{ quarantined: '', handling: '', kind: '', or: '', followUpBy: '', open: '' },
};

const fields: Partial<Record<string, { label: string }>> = contactFields;

/** The fields of requests that records of the last release name. */
const oldRequestFields: Partial<Record<string, string>> = {
  who: 'Requester',
  email: 'Email address',
  contact: 'Other contact details',
  kind: 'Request type',
  receivedAt: 'Received on',
};

const detailWords: Partial<Record<string, (name: string) => string | undefined>> = {
  'account.denied': (name) => `to ${rightWords(name)}`,
  'person.correct': (name) => fields[name]?.label,
  'request.add': (name) => (kindWords as Partial<Record<string, string>>)[name],
  'request.change': (name) => oldRequestFields[name],
  'request.save': (name) =>
    ({ ...kindWords, ...resultWords } as Partial<Record<string, string>>)[name],
  'request.close': (name) => (resultWords as Partial<Record<string, string>>)[name],
};

/** Describes the search conditions of a recorded action, its corrected fields, or other details. */
export function describeConditions(action: string, conditions: readonly string[]): string {
  const words = detailWords[action] ?? ((name) => conditionWords[name]);
  return conditions
    .map((name) => words(name) ?? name)
    .filter(Boolean)
    .join(', ');
}
