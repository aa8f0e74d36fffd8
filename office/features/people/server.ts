import { localDay } from '../../../contract/time.ts';
import type { PartialContactForm } from '../../../contract/contact-fields.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { withId, type Database } from '../../../storage/connection.ts';
import { listPersonRequests, type PersonRequest } from '../../../storage/person-requests.ts';
import type { PersonSearch } from '../../office-views.ts';
import { record } from '../../server/run-action.ts';
import { correctSubmission } from './correct-submission.server.ts';
import type { TaskContext } from '../../server/task.ts';
import { erasePersonalData } from './erase-personal-data.server.ts';
import {
  exportPerson,
  findPersonalData,
  writePersonFile,
  type PersonalData,
} from './find-personal-data.server.ts';
import { addRequest, closeRequest, readRequests } from './person-requests.server.ts';
import { sameAddress } from '../../server/same-address.ts';
import type { Context } from '../../server/context.ts';
import { readSubmissionName } from '../enquiries/open-submission.server.ts';
import { routesFor, sendFile, type Route } from '../../server/route.ts';

/** The routes for data subject requests. Roles and schemas are in `actions.ts`. */
export function peopleRoutes({ announcements, config }: Context): Route[] {
  return routesFor({
    async 'person.find'(task, search) {
      const found = await find(task, search);
      const email = emailOf(search, found);
      await record(task, 'person.find', { ids: found.ids });
      const requests = email ? await listPersonRequests(await task.database(), email) : [];
      return heldOf(found, requests);
    },
    async 'person.correct'(task, { id, version, correction }) {
      const given = Object.entries(correction).filter(([, value]) => value !== undefined);
      if (given.length === 0) throw new Problem(400, 'Change at least one field.');
      const seen = { id, version };
      const { before, changed } = await correctSubmission(task, seen, Object.fromEntries(given));
      announcements.changed([id]);
      // An optional field may have been empty.
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
        throw new Problem(400, 'That is not the email address of this person.');
      }
      const { erased, ids, compacted } = await erasePersonalData(task, found);
      announcements.changed(ids);
      return { ...erased, compacted, mentionedIn: mentionsOf(found) };
    },
    async 'person.export'(task, { email }, response) {
      const file = await writePersonFile(task, email, await exportPerson(task, email));
      const content = Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
      sendFile(response, `person-${localDay(new Date())}.json`, 'json', content);
    },
    async 'person.answer'(task, { email }) {
      const found = await exportPerson(task, email);
      const database = await task.database();
      return {
        ...heldOf(found, await listPersonRequests(database, email)),
        email,
        at: new Date(),
        opened: await countOpenings(database, found.ids),
        company: config.company,
      };
    },
    'request.list': async (task) => ({ requests: (await readRequests(task)).map(withId) }),
    'request.add': async (task, { receivedAt, ...request }) =>
      withId(await addRequest(task, { ...request, receivedAt: new Date(receivedAt) })),
    'request.close': async (task, closed) => withId(await closeRequest(task, closed)),
  });
}

function find(task: TaskContext, search: PersonSearch): Promise<PersonalData> {
  return findPersonalData(
    task,
    'email' in search ? search : { names: [readSubmissionName(search.name)] },
  );
}

/** The address concerned; undefined if a named enquiry no longer exists. */
function emailOf(search: PersonSearch, { submissions }: PersonalData): string | undefined {
  return 'email' in search ? search.email : submissions[0]?.email;
}

function heldOf(found: PersonalData, requests: readonly PersonRequest[]) {
  const { submissions, jobs, keys, mails } = found;
  return {
    submissions: submissions.map(withId),
    jobs: jobs.length,
    keys: keys.length,
    mails: mails.length,
    requests: requests.map(withId),
    mentionedIn: mentionsOf(found),
  };
}

/** How often each enquiry was opened and by how many people, by id. */
async function countOpenings(
  { audit: trail }: Database,
  ids: readonly string[],
): Promise<Record<string, { times: number; people: number }>> {
  const opened = await Promise.all(
    ids.map(async (id) => {
      const records = await trail.read({ id, action: 'enquiry.open', limit: 1_000 });
      const people = new Set(records.map(({ actor }) => actor)).size;
      return [id, { times: records.length, people }] as const;
    }),
  );
  return Object.fromEntries(opened);
}

function mentionsOf({ mentions }: PersonalData): string[] {
  return [...mentions.references, ...mentions.jobs];
}
