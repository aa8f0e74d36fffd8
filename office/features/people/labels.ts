import type { requestKinds, requestResults } from '../../../contract/person-requests.ts';

export const kindWords: Record<(typeof requestKinds)[number], string> = {
  access: 'Access',
  correction: 'Correction',
  deletion: 'Deletion',
  objection: 'Objection',
  other: 'Other',
};

export const requestLabels = {
  who: 'Requester',
  email: 'Email address',
  contact: 'Other contact details',
  kind: 'Request type',
  receivedAt: 'Received on',
};

export const resultWords: Record<(typeof requestResults)[number], string> = {
  granted: 'Granted',
  partly: 'Partly granted',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
};
