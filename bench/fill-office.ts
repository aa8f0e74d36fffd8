import { connect, createIndexes } from '../storage/connection.ts';
import { silent } from '../testing/loggers.ts';
import { createSession } from '../storage/sessions.ts';
import { insertSubmissions } from '../storage/insert-submissions.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import { documentOf } from '../storage/submissions.ts';
import { createUser } from '../storage/users.ts';
import { createAccepted, createEnquiry } from '../testing/enquiry.ts';
import type { Session } from './session.ts';

const batch = 500;

/** The usernames of staff. */
export const colleagues = Array.from({ length: 50 }, (_, number) => `colleague-${number}`);

/**
 * Fills a database with the given number of enquiries: a third each are new, in progress and
 * closed, and one in twenty is quarantined. Staff are signed in with these tokens.
 */
export async function fillOffice(session: Session, uri: string, count: number) {
  const database = connect(uri, { logger: silent });
  await createIndexes(database, silent);
  for (let first = 0; first < count; first += batch) {
    if (first % 10_000 === 0) session.say(`office: ${first} of ${count} enquiries stored`);
    const documents = Array.from({ length: Math.min(batch, count - first) }, (_, index) =>
      createStored(first + index),
    );
    await insertSubmissions(database.submissions, documents);
  }
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

function createStored(number: number): ContactSubmission {
  const isMatch = number % 500 === 0;
  const form = createEnquiry({
    firstName: isMatch ? 'Lerato' : 'Thandiwe',
    lastName: isMatch ? 'Dlamini' : `Nkosi-${number}`,
    email: `visitor-${number}@example.org`,
    message: `We are looking for a secretariat for our guild, with minutes. ${number} `.repeat(8),
  });
  const screening = { score: 9, reasons: ['It was sent too fast.'], quarantined: true };
  const acceptedAt = new Date(Date.now() - number * 60_000);
  const quarantine = number % 20 === 0 ? { screening } : {};
  const document = documentOf(createAccepted({ form, acceptedAt, ...quarantine }));
  const state = (['new', 'open', 'done'] as const)[number % 3] ?? 'new';
  if (state === 'new') return document;
  const doneAt = state === 'done' ? new Date() : null;
  return {
    ...document,
    handling: { state, owner: colleagues[0] ?? null, notes: [], doneAt, version: 1 },
  };
}
