import { randomUUID } from 'node:crypto';

import { connect, createIndexes } from '../storage/connection.ts';
import { silent } from '../testing/loggers.ts';
import { createSession } from '../storage/sessions.ts';
import type { ContactSubmission, NotificationState } from '../storage/submission-model.ts';
import { documentOf, storeDocuments } from '../storage/submissions.ts';
import { createUser } from '../storage/users.ts';
import { createAccepted, createEnquiry } from '../testing/enquiry.ts';

const batch = 500;

export const colleagues = Array.from({ length: 50 }, (_, number) => `colleague-${number}`);

/** Settings for connections that write many documents: a busy machine needs a longer timeout. */
export const patient = { logger: silent, selectionTimeout: 30_000 };

/**
 * Fills a database with the given number of enquiries. One third is new, one third in progress and
 * one third closed. One enquiry in twenty is quarantined. The emails are marked as sent, except
 * those of the latest 150 enquiries, which are pending or failed. Creates accounts for the
 * colleagues and returns their session tokens, and a function that drops the database.
 */
export async function fillOffice(uri: string, count: number) {
  const database = connect(uri, patient);
  await createIndexes(database, silent);
  for (let first = 0; first < count; first += batch) {
    const documents = Array.from({ length: Math.min(batch, count - first) }, (_, index) =>
      createStored(first + index),
    );
    await storeDocuments(database, documents);
  }
  // Makes sure that the indexes are ready before the first query, as when the product starts.
  await createIndexes(database, silent);
  const tokens: string[] = [];
  for (const username of colleagues) {
    const account = await createUser(database, { username, role: 'staff' });
    tokens.push(await createSession(database, account, 'Chromium on Linux'));
  }
  return {
    tokens,
    drop: async () => {
      await database.drop();
      await database.close();
    },
  };
}

/** Records that each enquiry was opened. */
export async function fillAuditTrail(uri: string): Promise<void> {
  const database = connect(uri, patient);
  await database.connected;
  const { submissions } = database;
  const found = await submissions.find().select({ createdAt: 1 }).lean();
  const records = found.map(({ _id: id, createdAt: at }) => ({
    ...{ _id: randomUUID(), at, actor: colleagues[0], action: 'enquiry.open', outcome: 'done' },
    subject: { ids: [id], count: 1, conditions: [] },
    expiresAt: new Date(Date.now() + 86_400_000),
  }));
  const trail = submissions.db.collection<(typeof records)[number]>('auditrecords');
  for (let first = 0; first < records.length; first += batch) {
    await trail.insertMany(records.slice(first, first + batch));
  }
  await database.close();
}

function createStored(number: number): ContactSubmission {
  const isMatch = number % 500 === 0;
  const form = createEnquiry({
    firstName: isMatch ? 'Lerato' : 'Thandiwe',
    lastName: isMatch ? 'Dlamini' : `Nkosi-${number}`,
    email: `visitor-${number}@example.org`,
    message: `We are looking for a secretariat for our guild, with minutes. ${number} `.repeat(8),
  });
  const screening = { score: 9, reasons: ['It was sent too fast.'], verdict: 'hidden' as const };
  const acceptedAt = new Date(Date.now() - number * 60_000);
  const quarantine = number % 20 === 0 ? { screening } : {};
  const document = withEmails(
    documentOf(createAccepted({ form, acceptedAt, ...quarantine })),
    number < 100 ? 'pending' : number < 150 ? 'failed' : 'sent',
  );
  const state = (['new', 'open', 'done'] as const)[number % 3] ?? 'new';
  if (state === 'new') return document;
  const doneAt = state === 'done' ? new Date() : null;
  return {
    ...document,
    handling: { state, owner: colleagues[0] ?? null, notes: [], doneAt, version: 1 },
  };
}

function withEmails(
  document: ContactSubmission,
  status: NotificationState['status'],
): ContactSubmission {
  const emails = Object.entries(document.notifications).map(([kind, state]) => [
    kind,
    state.status === 'withheld' ? state : { ...state, status },
  ]);
  return {
    ...document,
    notifications: Object.fromEntries(emails) as typeof document.notifications,
  };
}
