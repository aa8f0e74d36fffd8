import type { Database } from './connection.ts';
import type { ContactSubmission } from './submission-model.ts';

/** What the overview needs of an enquiry: no form data. */
export interface Figure {
  createdAt: Date;
  isSpam: boolean;
  owner: string | null;
  doneAt: Date | null;
  answeredOn: string | null;
  dueOn: string | null;
}

const fields = { createdAt: 1, status: 1, handling: 1, dueOn: 1 } as const;

/** Enquiries since the given time, and all that are neither closed nor spam; oldest first. */
export async function readFigures(
  { submissions }: Pick<Database, 'submissions'>,
  since: Date,
): Promise<{ recent: Figure[]; open: Figure[] }> {
  async function read(filter: object): Promise<Figure[]> {
    const matching = submissions.find(filter).sort({ createdAt: 1 }).select(fields);
    const enquiries = await matching.lean<Pick<ContactSubmission, keyof typeof fields>[]>();
    return enquiries.map(({ createdAt, status, handling, dueOn = null }) => {
      const { owner = null, doneAt = null, answeredOn = null } = handling ?? {};
      return { createdAt, isSpam: status === 'quarantined', owner, doneAt, answeredOn, dueOn };
    });
  }
  const open = {
    status: { $ne: 'quarantined' },
    'handling.state': { $in: ['new', 'open', 'waiting'] },
  };
  return { recent: await read({ createdAt: { $gte: since } }), open: await read(open) };
}
