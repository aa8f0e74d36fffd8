import { randomUUID } from 'node:crypto';

import type { ContactForm } from '../../contract/contact-form.ts';
import { addBlocked } from '../../storage/block-list.ts';
import type { Database } from '../../storage/connection.ts';
import { storePasskey } from '../../storage/passkeys.ts';
import { addPersonRequest } from '../../storage/person-requests.ts';
import { storeSubmission } from '../../storage/submissions.ts';
import { createCheapUser } from '../accounts.ts';
import { createAccepted, createEnquiry, type Enquiry } from '../enquiry.ts';
import { readExamples } from '../read-examples.ts';

const written = readExamples('office/enquiries').map(({ form }) => form);

/** The senders of generated enquiries, which get the organisations and messages below in turn. */
const more = (
  'Gugu Khumalo, Riaan Botha, Zanele Mahlangu, Fatima Davids, Bongani Sithole, ' +
  'Elmarie du Plessis, Tshepo Molefe, Rachel Levin, Vusi Ngcobo, Priya Naidoo, Kagiso Phiri, ' +
  'Annelise Fourie, Themba Radebe, Mpho Tladi, Siobhán O’Brien, Ntombi Cele, Deon Marais, ' +
  'Refilwe Modise, Yusuf Abrahams, Karabo Seabi, Lindiwe Hadebe, Craig Petersen, Nandi Xaba, ' +
  'Marius Venter, Anele Gqola, Busisiwe Ntuli'
).split(', ');
const organisations = (
  'Guild of Bookbinders, Optometry Forum, Cape Quantity Surveyors, ' +
  'Federation of Rural Libraries, Radiographers’ Society, Association of School Bursars, ' +
  'Highveld Beekeepers, Chamber of Small Brewers'
).split(', ');
const messages = [
  'We are looking for a secretariat for our guild: membership records, the annual conference, subscriptions and minutes.',
  'Could you send us your fees for an association of about 60 members?',
  'We would like to move our membership register off a spreadsheet before the audit in February.',
  'Is your office able to host a hybrid annual general meeting with voting by proxy?',
  'Our treasurer has resigned and we need help with the books at short notice. Please telephone if you can.',
];

/** The organisation and the message of each spam enquiry, and why it is quarantined. */
const spam: [string, string, string[]][] = [
  [
    'Growth Partner',
    'Boost your ranking! First page guaranteed, 5,000 backlinks for $99: https://rankings.example',
    ['offers backlinks or guest posts', 'contains little but links'],
  ],
  ['CryptoMax', 'Dear owner, earn 300% a month!!!', ['has text in a hidden field']],
  [
    'Loans 24/7',
    'Instant loan, no papers, reply now.',
    ['has a link in the name', 'was sent within three seconds of opening the form'],
  ],
];

const colleagues = [
  { username: 'naledi', name: 'Naledi Mokoena', role: 'officer' },
  { username: 'johan', name: 'Johan Botha', role: 'staff' },
  { username: 'zanele', name: 'Zanele Khumalo', role: 'staff' },
  { username: 'pieter', name: 'Pieter Naidoo', role: 'ops' },
] as const;
const hour = 3_600_000;
const day = 24 * hour;
const sent = {
  'notifications.staff.status': 'sent',
  'notifications.acknowledgement.status': 'sent',
};

/** The address of the first sender, who has an earlier enquiry and a data subject request. */
export const firstWriter = 'thandiwe@example.org';

/**
 * Fills the database as a few busy months would: new, assigned and closed enquiries, some with
 * accents or in Arabic, spam, a block list, data subject requests, and colleagues with the given
 * password.
 */
export async function fillOffice(database: Database, password: string): Promise<void> {
  for (const { username, ...colleague } of colleagues) {
    // One account dates from before accounts had email addresses.
    const email = username === 'pieter' ? '' : `${username}@example.co.za`;
    const account = { username, password, email, ...colleague };
    const { id: userId } = await createCheapUser(database, account);
    if (username === 'pieter') continue;
    const passkey = { _id: username, userId, name: 'Office laptop', publicKey: 'x', counter: 0 };
    const createdAt = new Date(Date.now() - 40 * day);
    await storePasskey(database, { ...passkey, transports: [], createdAt });
  }
  const rest = more.map((name, index) => example(name, index));
  for (const [index, one] of [...written, ...rest].entries()) {
    // The first four arrived in the last two hours, the last one 12 days ago.
    const age = index < 4 ? index * 0.4 * hour : index ** 1.7 * 0.7 * hour;
    await store(database, one, index, age + 2 * 60_000, handled(index, age));
  }
  const [first = example('', 0)] = written;
  const earlier = { ...first, message: 'Do you work in Limpopo?' };
  await store(database, earlier, 0, 75 * day, done('johan', 75 * day));
  for (let index = 0; index < 80; index += 1) {
    const age = (15 + ((index * 37) % 68) + (index % 7) / 7) * day;
    const one = example(more[(index * 5) % more.length] ?? '', index);
    await store(database, one, 100 + index, age, done(index % 3 ? 'naledi' : 'zanele', age));
  }
  for (const [index, [organisation, message, reasons]] of spam.entries()) {
    const form = { firstName: 'Max', lastName: 'Seller', email: `seller-${index}@example.net` };
    const submission = createAccepted({
      acceptedAt: new Date(Date.now() - (index * 9 + 1) * hour),
      form: { ...form, organisation, message },
      screening: { score: 8, reasons, verdict: 'hidden' },
    });
    await storeSubmission(database, submission);
  }
  for (const [index, _id] of [
    'guest posting',
    'casino-bonus.example',
    'quick-loans.example',
  ].entries())
    await addBlocked(database, {
      _id,
      addedBy: 'johan',
      addedAt: new Date(Date.now() - index * day),
    });
  await request(database, 'Sipho Dube', 'sipho@example.org', 'deletion', 34);
  await request(database, 'Thandiwe Nkosi', firstWriter, 'access', 18);
  await request(database, 'Johanna van der Westhuizen', 'johanna@example.org', 'correction', 2);
}

function example(name: string, index: number): Enquiry {
  const [firstName = '', ...last] = name.split(' ');
  const organisation = organisations[index % organisations.length] ?? '';
  const message = messages[index % messages.length] ?? '';
  return createEnquiry({ firstName, lastName: last.join(' '), organisation, message });
}

/**
 * The email statuses and the handling of an enquiry that arrived `age` milliseconds ago. The newest
 * enquiries (those with a low index) are new, the oldest ones closed.
 */
function handled(index: number, age: number): object {
  if (index > 26) return done('naledi', age);
  if (index === 6) return { ...sent, 'notifications.staff.status': 'failed' };
  if (index === 10) return { ...sent, 'notifications.acknowledgement.status': 'failed' };
  if (index % 3 !== 1 || index < 5) return sent;
  const owner = index % 2 ? 'johan' : 'naledi';
  const notes = [{ id: randomUUID(), by: owner, at: new Date(), text: 'They decide in December.' }];
  return { ...sent, handling: { state: 'open', owner, notes, doneAt: null, version: 1 } };
}

/**
 * The email statuses and the handling of an enquiry that arrived `age` milliseconds ago and was
 * closed 0.6 to 2.4 days later.
 */
function done(owner: string, age: number): object {
  const doneAt = new Date(Date.now() - age + (1 + (age % 3)) * 0.6 * day);
  return { ...sent, handling: { state: 'done', owner, notes: [], doneAt, version: 1 } };
}

async function store(
  database: Database,
  enquiry: ContactForm,
  person: number,
  age: number,
  change: object,
): Promise<void> {
  const email = person === 0 ? firstWriter : `person-${person}@example.org`;
  const acceptedAt = new Date(Date.now() - age);
  const submission = createAccepted({ acceptedAt, form: { ...enquiry, email } });
  await storeSubmission(database, submission);
  await database.submissions.updateOne({ _id: submission.id }, { $set: change });
}

function request(
  database: Database,
  who: string,
  email: string,
  kind: 'access' | 'correction' | 'deletion',
  days: number,
): Promise<unknown> {
  const receivedAt = new Date(Date.now() - days * day);
  const recorded = { _id: randomUUID(), recordedBy: 'naledi', receivedAt };
  return addPersonRequest(database, { ...recorded, who, email, kind });
}
