import type { Role, TokenScope } from '#contract/roles.ts';

/** Every right, in words that follow 'permission to'. */
const rights = {
  'own.account': 'use the enquiries desk',
  'status.read': 'view the status page',
  'queue.read': 'view the queues',
  'queue.change': 'change the queues',
  'queue.pause': 'pause queues',
  'queue.remove': 'remove failed jobs',
  'email.resend': 'resend failed emails',
  'enquiry.read': 'read enquiries',
  'enquiry.change': 'change enquiries',
  'template.change': 'change reply templates',
  'enquiry.export': 'export enquiries',
  'person.read': 'look up personal data',
  'person.change': 'correct personal data',
  'person.erase': 'erase personal data',
  'account.manage': 'manage accounts',
  'audit.read': 'read the audit trail',
} as const;

export type Right = keyof typeof rights;

const operating = ['own.account', 'status.read', 'queue.change', 'email.resend'] as const;
const enquiries = ['enquiry.read', 'enquiry.change', 'template.change', 'enquiry.export'] as const;
const people = ['person.read', 'person.change', 'person.erase'] as const;

interface RoleDefinition {
  label: string;
  hint: string;
  rights: readonly Right[];
}

/** The label and all the rights of each role; roles do not inherit from one another. */
export const roleDefinitions: Record<Role, RoleDefinition> = {
  ops: {
    label: 'Operations',
    hint: 'Looks after the servers and queues. Cannot read enquiries.',
    rights: [...operating, 'queue.read', 'queue.pause'],
  },
  staff: {
    label: 'Staff',
    hint: 'Reads, answers and exports enquiries.',
    rights: [...operating, ...enquiries],
  },
  officer: {
    label: 'Information officer',
    hint: 'Also handles data subject requests, erases personal data and manages accounts.',
    rights: [
      ...operating,
      'queue.read',
      'queue.pause',
      'queue.remove',
      ...enquiries,
      ...people,
      'account.manage',
      'audit.read',
    ],
  },
};

/** The rights of access tokens by scope. A token never has more rights than its owner's role. */
const scopeRights: Record<TokenScope, readonly Right[]> = {
  read: ['enquiry.read'],
  export: ['enquiry.read', 'enquiry.export'],
};

export function may(role: Role, right: Right): boolean {
  return roleDefinitions[role].rights.includes(right);
}

/** A right in words that follow 'permission to'. */
export function rightWords(right: string): string {
  return right in rights ? rights[right as Right] : right;
}

/** Why a role, or a token with a scope, lacks a right; undefined if it has the right. */
export function refusalOf(
  { role, scope }: { role: Role | undefined; scope?: TokenScope | undefined },
  right: Right | 'anybody',
  who = 'Your account',
): string | undefined {
  if (right === 'anybody') return undefined;
  if (!role || !may(role, right)) return `${who} does not have permission to ${rights[right]}.`;
  if (!scope || scopeRights[scope].includes(right)) return undefined;
  return `A token with the scope ${scope} does not have permission to ${rights[right]}.`;
}
