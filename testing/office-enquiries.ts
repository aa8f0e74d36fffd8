import { storeSubmission } from '../storage/submissions.ts';
import type { Database } from '../storage/connection.ts';
import { createAccepted } from './enquiry.ts';

/** First name, last name, organisation, message. */
const people: [string, string, string, string][] = [
  [
    'Thandiwe',
    'Nkosi',
    'Guild of Land Surveyors of South Africa',
    'Good day. We are a voluntary association of 412 land surveyors and our secretary retires at the end of March. We would like a proposal for a full secretariat: membership register, subscriptions, two council meetings a quarter and the annual conference in Mbombela.',
  ],
  [
    'Johannes Petrus',
    'van der Westhuizen',
    'Landbounavorsingsvereniging van die Sandveld',
    'Goeie môre. Ons soek iemand wat ons ledelys en jaarlikse kongres kan behartig. Ons het tans 180 lede en die begroting is beskeie. Kan u asseblief ’n kwotasie stuur?',
  ],
  [
    'Nomvúla Zoë',
    'Dlamini-Oosthuizen',
    'South African Association of Paediatric Occupational Therapists',
    'Do you keep CPD records for members? Our present provider has told us that it stops at the end of the year.',
  ],
  [
    'ليلى',
    'الخطيب',
    'جمعية الأطباء العرب في جنوب أفريقيا',
    'مرحباً، نود أن نعرف المزيد عن خدمات السكرتارية التي تقدمونها للجمعيات المهنية في جوهانسبرغ.\n\nLet us know whether you can meet us in Sandton on Thursday.',
  ],
  [
    'Sipho',
    'Mthembu',
    'Bakers & Millers',
    'Hi 👋🏽 quick one: what does a small guild pay per month? 🙏',
  ],
  [
    'Hlengiwe',
    'Zulu',
    'KwaZulu-Natal Water Engineers Forum',
    'We have 96 members and no bank account of our own yet. Can you administer our funds, and would the signatories be ours?',
  ],
  ['Pieter', 'Swanepoel', 'Karoo Wool Growers', 'Please call me after three.'],
  [
    'Ayesha',
    'Patel',
    'Institute of Valuers',
    'Our council has resolved to invite three firms to tender for the administration of the institute from 1 July. The brief is eleven pages; to whom may I send it?',
  ],
  [
    '王',
    '小明',
    'South African Chinese Chamber of Commerce',
    '您好，我们想了解贵公司的协会管理服务。',
  ],
  [
    'Lerato',
    'Mokoena',
    'Society of Town Planners',
    '<b>Bold?</b> <script>alert("no")</script> We pasted this from our website, sorry. We need minutes taken at eleven meetings a year.',
  ],
];

const more = [
  'Gugu Khumalo',
  'Riaan Botha',
  'Zanele Mahlangu',
  'Fatima Davids',
  'Bongani Sithole',
  'Elmarie du Plessis',
  'Tshepo Molefe',
  'Rachel Levin',
  'Vusi Ngcobo',
  'Priya Naidoo',
  'Kagiso Phiri',
  'Annelise Fourie',
  'Themba Radebe',
  'Mpho Tladi',
  'Siobhán O’Brien',
  'Ntombi Cele',
  'Deon Marais',
  'Refilwe Modise',
  'Yusuf Abrahams',
  'Karabo Seabi',
  'Lindiwe Hadebe',
  'Craig Petersen',
  'Nandi Xaba',
  'Marius Venter',
  'Anele Gqola',
  'Busisiwe Ntuli',
];
const organisations = [
  'Guild of Bookbinders',
  'Optometry Forum',
  'Cape Quantity Surveyors',
  'Federation of Rural Libraries',
  'Radiographers’ Society',
  'Association of School Bursars',
  'Highveld Beekeepers',
  'Chamber of Small Brewers',
];
const messages = [
  'We are looking for a secretariat for our guild: membership records, the annual conference, subscriptions and minutes.',
  'Could you send us your fees for an association of about 60 members?',
  'We would like to move our membership register off a spreadsheet before the audit in February.',
  'Is your office able to host a hybrid annual general meeting with voting by proxy?',
  'Our treasurer has resigned and we need help with the books at short notice. Please telephone if you can.',
];

const hour = 3_600_000;

/** Stores enquiries as they might come in over some weeks, newest first. Returns their ids. */
export async function storeManyEnquiries(database: Database): Promise<string[]> {
  const rest = more.map((name, index): [string, string, string, string] => {
    const [first = '', ...last] = name.split(' ');
    return [
      first,
      last.join(' '),
      organisations[index % organisations.length] ?? '',
      messages[index % messages.length] ?? '',
    ];
  });
  const ids: string[] = [];
  for (const [index, [firstName, lastName, organisation, message]] of [
    ...people,
    ...rest,
  ].entries()) {
    const acceptedAt = new Date(
      Date.now() - (index < 4 ? index * hour * 0.4 : index ** 1.7 * hour * 0.7) - 120_000,
    );
    const email = `person-${index}@example.org`;
    const submission = createAccepted({
      acceptedAt,
      form: { firstName, lastName, email, organisation, message },
    });
    await storeSubmission(database, submission);
    ids.push(submission.id);
  }
  return ids;
}

/** Stores what was held as spam. Returns the ids. */
export async function storeSpam(database: Database): Promise<string[]> {
  const texts: [string, string, string[]][] = [
    [
      'Growth Partner',
      'Boost your ranking! First page guaranteed, 5,000 backlinks for $99. Visit our site today.',
      ['offers links or articles', 'little but links'],
    ],
    ['CryptoMax', 'Dear owner, earn 300% a month 🚀🚀🚀', ['filled in a field that nobody sees']],
    [
      'Loans 24/7',
      'Instant loan, no papers, reply now.',
      ['a link in the name', 'sent faster than anybody types'],
    ],
  ];
  const ids: string[] = [];
  for (const [index, [organisation, message, reasons]] of texts.entries()) {
    const submission = createAccepted({
      acceptedAt: new Date(Date.now() - index * 9 * hour - hour),
      form: {
        firstName: 'Max',
        lastName: 'Seller',
        email: `seller-${index}@example.net`,
        organisation,
        message,
      },
      screening: { score: 8, reasons, quarantined: true },
    });
    await storeSubmission(database, submission);
    ids.push(submission.id);
  }
  return ids;
}
