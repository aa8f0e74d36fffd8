import type { Company } from '../../../contract/company.ts';
import { listPersonRequests } from '../../../storage/person-requests.ts';
import { describeAnswer, type Readers } from './answer-document.server.ts';
import type { TaskContext } from '../../server/task.ts';
import { exportPerson } from './find-personal-data.server.ts';
import { renderAnswer } from './render-answer.server.ts';

const mostRecords = 1_000;

/**
 * What a person is answered who asks what is held of them, as a PDF (POPIA, section 23). It is in the
 * audit trail as an export.
 */
export async function answerPerson(
  context: TaskContext,
  email: string,
  company: Company,
): Promise<Buffer> {
  const found = await exportPerson(context, email);
  const database = await context.database();
  const requests = await listPersonRequests(database, email);
  const readers = new Map<string, Readers>();
  for (const id of found.ids) {
    const records = await database.audit.read({
      id,
      action: 'enquiry.open',
      limit: mostRecords,
    });
    readers.set(id, {
      times: records.length,
      people: new Set(records.map(({ actor }) => actor)).size,
    });
  }
  return renderAnswer(
    describeAnswer({ email, found, requests, readers, company, at: new Date() }),
    company,
  );
}
