import { afterAll, beforeAll, expect, it } from 'vitest';

import { referenceOf } from '#contract/reference.ts';
import { connect, type Database } from '#storage/connection.ts';
import { findEnquiries } from '#storage/enquiries.ts';
import { storeSubmission } from '#storage/submissions.ts';
import { silent } from '#support/loggers.ts';
import { ownStores } from '#support/own-stores.ts';
import { createAccepted } from '#support/enquiry.ts';

const stores = ownStores();
const people = [
  ['André', 'van der Merwe'],
  ['Hélène', 'Bûrger'],
  ['Zoe\u0308', 'D’Oliveira'],
  ['Thandiwe', 'Nkosi-Dlamini'],
] as const;
const asked = createAccepted();
let database: Database;

beforeAll(async () => {
  database = connect(stores.settings.MONGODB_URI, { logger: silent });
  await database.connected;
  for (const [firstName, lastName] of people) {
    const submission = createAccepted();
    const form = { ...submission.form, firstName, lastName, organisation: 'Gilde van Landmeters' };
    await storeSubmission(database, { ...submission, form });
  }
  const message = 'Please ask Andre about it, and not Merwe.';
  await storeSubmission(database, { ...asked, form: { ...asked.form, message } });
});

afterAll(async () => {
  await database.close();
  await stores.remove();
});

async function firstNames(text: string): Promise<string[]> {
  const submissions = await findEnquiries(database, { text });
  return submissions.map(({ firstName }) => firstName.normalize('NFC')).sort();
}

it.each([
  ['Andre van der Merwe', ['André']],
  ['van der merwe, ANDRÉ', ['André']],
  ['Merwe Andre', ['André', asked.form.firstName]],
  ['helene burger', ['Hélène']],
  ['Bürger', ['Hélène']],
  ['Zoë', ['Zoë']],
  ['zoe', ['Zoë']],
  ["d'oliveira zoe", ['Zoë']],
  ['nkosi thandiwe', ['Thandiwe', asked.form.firstName]],
  ['Landmeters Gilde', ['André', 'Hélène', 'Thandiwe', 'Zoë']],
  ['Andre Burger', []],
  ['merwe ask please', [asked.form.firstName]],
  [',', []],
])('finds enquiries with all words of %j, ignoring case and accents', async (text, names) => {
  expect(await firstNames(text)).toEqual(names);
});

it('finds an enquiry by any spelling of its reference', async () => {
  const reference = referenceOf(asked.id);
  const typed = reference.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  for (const text of [reference, typed, reference.replace('-', '')]) {
    const [first, ...others] = await findEnquiries(database, { text });
    expect([first?._id, others]).toEqual([asked.id, []]);
  }
});
