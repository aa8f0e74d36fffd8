import { localDay } from '../../../contract/time.ts';
import type { PartialContactForm } from '../../../contract/contact-fields.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { withId } from '../../../storage/connection.ts';
import { listPersonRequests } from '../../../storage/person-requests.ts';
import type { Sought as NamedSought } from '../../office-views.ts';
import { audit } from '../../server/audit.ts';
import { answerPerson } from './answer-person.server.ts';
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
import { readSubmissionName } from '../enquiries/server.ts';
import { routesFor, sendFile } from '../../server/route-handler.ts';
import type { Route } from '../../server/route.ts';

/** What officers do about a person. Roles, and what is sent, are in `office-api.ts`. */
export function peopleRoutes({ announcements, config, doTask }: Context): Route[] {
  return routesFor({
    'person.find': ({ ...sought }, actor) =>
      doTask(actor, async (task) => {
        const found = await find(task, sought);
        const email = emailOf(sought, found);
        await audit(task, 'person.find', { ids: found.ids });
        const requests = email ? await listPersonRequests(await task.database(), email) : [];
        const { submissions, jobs, keys, mails } = found;
        return {
          submissions: submissions.map(withId),
          jobs: jobs.length,
          keys: keys.length,
          mails: mails.length,
          requests: requests.map(withId),
          mentionedIn: mentionsOf(found),
        };
      }),
    async 'person.correct'({ id, version, correction }, actor) {
      const given = Object.entries(correction).filter(([, value]) => value !== undefined);
      if (given.length === 0) throw new Problem(400, 'Change at least one field.');
      const { before, changed } = await doTask(actor, (task) =>
        correctSubmission(task, { id, version }, Object.fromEntries(given)),
      );
      announcements.changed([id]);
      // A field that may be left empty may have been.
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
    'person.erase': ({ sought, typed }, actor) =>
      doTask(actor, async (task) => {
        const found = await find(task, sought);
        const email = emailOf(sought, found);
        if (email === undefined || !sameAddress(email, typed)) {
          throw new Problem(400, 'That is not the email address of this person.');
        }
        const { erased, ids, compacted } = await erasePersonalData(task, found);
        announcements.changed(ids);
        return { ...erased, compacted, mentionedIn: mentionsOf(found) };
      }),
    async 'person.export'({ email }, actor, response) {
      const file = await doTask(actor, async (task) =>
        writePersonFile(task, email, await exportPerson(task, email)),
      );
      const content = Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
      sendFile(response, `person-${localDay(new Date())}.json`, 'json', content);
    },
    async 'person.answer'({ email }, actor, response) {
      const content = await doTask(actor, (task) => answerPerson(task, email, config.company));
      sendFile(response, `answer-${localDay(new Date())}.pdf`, 'pdf', content);
    },
    'request.list': (_input, actor) =>
      doTask(actor, async (task) => ({ requests: (await readRequests(task)).map(withId) })),
    'request.add': ({ receivedAt, ...request }, actor) =>
      doTask(actor, async (task) =>
        withId(await addRequest(task, { ...request, receivedAt: new Date(receivedAt) })),
      ),
    'request.close': (closed, actor) =>
      doTask(actor, async (task) => withId(await closeRequest(task, closed))),
  });
}

function find(task: TaskContext, sought: NamedSought): Promise<PersonalData> {
  return findPersonalData(
    task,
    'email' in sought ? sought : { names: [readSubmissionName(sought.name)] },
  );
}

/** The address that it is about; undefined where a named enquiry is not there any more. */
function emailOf(sought: NamedSought, { submissions }: PersonalData): string | undefined {
  return 'email' in sought ? sought.email : submissions[0]?.email;
}

function mentionsOf({ mentions }: PersonalData): string[] {
  return [...mentions.references, ...mentions.jobs];
}
