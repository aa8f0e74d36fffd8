import { contactFields } from '#contract/contact-fields.ts';
import { referenceOf } from '#contract/reference.ts';
import type { AuditRecord } from '#storage/audit-trail.ts';
import { api } from '../api.ts';
import { deed } from '../enquiries/decisions.ts';
import type { Action } from '../action.ts';
import { decisionActions } from '../enquiries/history.server.ts';
import { kindWords, resultWords } from '../people/words.ts';
import { rightWords } from '../rights.ts';

/** What is recorded under a name that is no action of its own, and what the last release recorded. */
const otherVerbs: Record<string, string> = {
  'access.revoke': 'removed a session, passkey or token of',
  'account.denied': 'was refused permission',
  'account.disable': 'disabled',
  'account.enable': 'enabled',
  'account.end-access': 'ended all access of',
  'account.role': 'changed the role of',
  'backup.restore': 'restored a backup',
  'block-list.add': 'blocked a sender or phrase',
  'block-list.remove': 'unblocked a sender or phrase',
  'enquiry.answered': 'marked as answered',
  'enquiry.assign': 'assigned',
  'enquiry.close': 'closed',
  'enquiry.delete': 'deleted as spam',
  'enquiry.link': 'linked',
  'enquiry.not-spam': 'marked as not spam',
  'enquiry.open': 'opened',
  'enquiry.preview': 'previewed',
  'enquiry.reopen': 'reopened',
  'enquiry.reread': 'was still viewing',
  'enquiry.restore': 'restored',
  'enquiry.resume': 'resumed',
  'enquiry.spam': 'marked as spam',
  'enquiry.tag': 'changed the tags of',
  'enquiry.unanswered': 'marked as unanswered',
  'enquiry.undo': 'undid a change to',
  'enquiry.unlink': 'unlinked',
  'enquiry.wait': 'moved to Waiting',
  'person.match': 'searched for a person by name',
  'queue.board': 'opened the queue board',
  'queue.change': 'changed a queue',
  'queue.promote': 'promoted jobs',
  'queue.promote-job': 'promoted a job',
  'queue.remove-job': 'removed a job',
  'queue.retry-job': 'retried a job',
  'request.add': 'added a request',
  'request.change': 'edited a request',
  'request.close': 'closed a request',
  'request.reopen': 'reopened a request',
  'retention.shorten': 'shortened the retention period',
  'session.fail-sign-in': 'failed to sign in',
  'token.add': 'created a token for',
  'token.revoke': 'revoked a token of',
};

const verbs: Partial<Record<string, string>> = {
  ...otherVerbs,
  ...Object.fromEntries(
    Object.entries<Action>(api).flatMap(([name, { audit }]) => (audit ? [[name, audit]] : [])),
  ),
};

/** What a search was by, what was corrected, and the like. Other conditions are words already. */
const conditionWords: Partial<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(contactFields).map(([name, { label }]) => [name, label])),
  ...kindWords,
  ...resultWords,
  text: 'by search',
  email: 'email address',
  reference: 'by reference',
  about: 'by enquiry or email address',
  account: 'by account',
  file: 'as a file',
  from: 'from a date',
  to: 'up to a date',
  status: 'by status',
  tag: 'by tag',
  owner: 'by colleague',
  reply: 'by answer',
  marked: 'possible spam',
};

const outcomeWords = {
  done: '',
  started: 'Started, not finished.',
  failed: 'Failed.',
  refused: 'Refused.',
};

const ofAccounts = /^(?:access|account|link|passkey|session|token)\./;
const ofRequests = /^request\./;
/** The verbs of these actions have an enquiry as their object. */
const ofEnquiries = /^(?:enquiry|person\.(?:correct|erase))/;
const isSubmission = /^[\da-f]{8}-[\da-f]{4}-/;

/** A record of this release or the last in words: `{verb} {enquiries} {rest}`, and notes. */
export function describe({ action, actor, outcome, subject, network, device }: AuditRecord) {
  const { ids, count, conditions, before, after, reason } = subject;
  const isChange = before && after && decisionActions.includes(action);
  const [verb, change] = isChange
    ? deed(before, after)
    : [verbs[action] ?? `did ‘${action}’ to`, ''];
  const submissions = ofRequests.test(action) ? [] : ids.filter((id) => isSubmission.test(id));
  const enquiries = [...new Set(submissions.map(referenceOf))];
  const accounts = ofAccounts.test(action) ? accountWords(verb, actor, ids) : '';
  // The last release counted equal refusals in one record.
  const times = ofAccounts.test(action) && count > 1 ? `${count} times` : '';
  return {
    verb: enquiries.length > 0 && !ofEnquiries.test(action) ? `${verb}:` : verb,
    enquiries,
    rest: [change, accounts, times].filter(Boolean).join(' '),
    notes: [
      conditions.map(conditionOf).join(', '),
      reason ? `Reason: ${reason}` : '',
      [device, network].filter(Boolean).join(', '),
      outcomeWords[outcome ?? 'done'],
    ].filter(Boolean),
  };
}

function conditionOf(name: string): string {
  const right = rightWords(name);
  return right === name ? (conditionWords[name] ?? name) : `to ${right}`;
}

function accountWords(verb: string, actor: string, ids: readonly string[]): string {
  const others = ids.filter((id) => id !== actor);
  if (others.length > 0) return `${verb.endsWith('sign in') ? 'as ' : ''}${others.join(', ')}`;
  if (!/ (?:of|for)$/.test(verb)) return '';
  return actor === 'nobody' ? 'an unknown account' : 'their own account';
}
