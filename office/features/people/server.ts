import type { PartialContactForm } from '../../../contract/contact-fields.ts';
import { localDay } from '../../../contract/time.ts';
import { Problem } from '../../../packages/server/http.ts';
import type { Database } from '../../../storage/connection.ts';
import type { PersonSearch } from '../../office-views.ts';
import type { Context } from '../../server/context.ts';
import { routesFor, sendFile, type Route } from '../../server/route.ts';
import { record } from '../../server/run-action.ts';
import { sameAddress } from '../../server/same-address.ts';
import type { TaskContext } from '../../server/task.ts';
import { readEnquiryName } from '../../enquiries/find.server.ts';
import { correctSubmission } from './correct-submission.server.ts';
import { erasePersonalData } from './erase-personal-data.server.ts';
import {
  describePerson,
  exportPerson,
  findPersonalData,
  type PersonalData,
} from './find-personal-data.server.ts';
import { matchPeople } from './match-people.server.ts';
import { registerHandles } from './register.server.ts';

/** The routes for data subject requests. Rights and schemas are in `actions.ts`. */
export function peopleRoutes({ config }: Context): Route[] {
  return routesFor({
    async 'person.find'(task, search) {
      const found = await find(task, search);
      await record(task, 'person.find', { ids: found.ids });
      return withCounts(await describePerson(task, found, emailOf(search, found)));
    },
    'person.match': async (task, { who }) => ({ people: await matchPeople(task, who) }),
    async 'person.correct'(task, { id, version, correction }) {
      const given = Object.entries(correction).filter(([, value]) => value !== undefined);
      if (given.length === 0) throw new Problem(400, 'Change at least one field.');
      const seen = { id, version };
      const { before, changed } = await correctSubmission(task, seen, Object.fromEntries(given));
      // Optional fields can be missing.
      const [was, is]: PartialContactForm[] = [before, correction];
      return {
        reference: before.reference,
        changed: changed.map((field) => ({
          field,
          before: was?.[field] ?? '',
          after: is?.[field] ?? '',
        })),
      };
    },
    async 'person.erase'(task, { search, typed }) {
      const found = await find(task, search);
      const email = emailOf(search, found);
      if (email === undefined || !sameAddress(email, typed)) {
        throw new Problem(400, 'That is not this person’s email address.');
      }
      const { erased, compacted } = await erasePersonalData(task, found);
      return { ...erased, compacted, mentionedIn: found.mentionedIn };
    },
    async 'person.export'(task, { email }, response) {
      const everything = await exportPerson(task, email);
      const content = Buffer.from(`${JSON.stringify(everything, null, 2)}\n`);
      sendFile(response, `person-${localDay(new Date())}.json`, 'json', content);
    },
    async 'person.answer'(task, { email }) {
      const { exportedAt: at, ...everything } = await exportPerson(task, email);
      const ids = everything.submissions.map(({ id }) => id);
      const opened = await countOpenings(await task.database(), ids);
      return { ...withCounts(everything), at, opened, company: config.company };
    },
    ...registerHandles(),
  });
}

function find(task: TaskContext, search: PersonSearch): Promise<PersonalData> {
  return findPersonalData(
    task,
    'email' in search ? search : { names: [readEnquiryName(search.name)] },
  );
}

/** The email address of the person; undefined after a search for an enquiry that is not stored. */
function emailOf(search: PersonSearch, { submissions }: PersonalData): string | undefined {
  return 'email' in search ? search.email : submissions[0]?.email;
}

/** Replaces the jobs, keys and emails with their counts, because pages need no more. */
function withCounts<Data extends Awaited<ReturnType<typeof describePerson>>>(data: Data) {
  const [jobs, keys, mails] = [data.jobs.length, data.keys.length, data.mails.length];
  return { ...data, jobs, keys, mails };
}

/** Opening an enquiry, in this release and in the last. */
const openings = ['enquiry.read', 'enquiry.open'];

/** How often each enquiry was opened, and by how many people. The result is keyed by enquiry id. */
async function countOpenings(
  { audit: trail }: Database,
  ids: readonly string[],
): Promise<Record<string, { times: number; people: number }>> {
  const opened = await Promise.all(
    ids.map(async (id) => {
      const records = await trail.read({ id, actions: openings, limit: 1_000 });
      const people = new Set(records.map(({ actor }) => actor)).size;
      return [id, { times: records.length, people }] as const;
    }),
  );
  return Object.fromEntries(opened);
}
