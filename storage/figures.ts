import type { Database } from './connection.ts';
import type { HandlingState } from '../contract/submission-view.ts';
import type { ContactSubmission, Handling } from './submission-model.ts';

/** The fields of a submission that statistics need; no form data. */
export interface SubmissionFigure {
  createdAt: Date;
  quarantined: boolean;
  doneAt: Date | null;
  answeredOn: string | null;
}

/** An enquiry that is not closed. */
export type OpenFigure = Pick<Handling, 'owner' | 'answeredOn'> & { createdAt: Date };

const visitors = { canary: { $ne: true } } as const;
const openStates: HandlingState[] = ['new', 'open', 'waiting'];

/**
 * Reads two groups of visitors' submissions for statistics. `recent` has those created since the
 * given time. `open` has those that are neither closed nor spam, oldest first.
 */
export async function readFigures({ submissions }: Database, since: Date) {
  const fields = { createdAt: 1, status: 1, handling: 1 } as const;
  type Read = Pick<ContactSubmission, keyof typeof fields>;
  const recent = await submissions
    .find({ ...visitors, createdAt: { $gte: since } })
    .select(fields)
    .lean<Read[]>()
    .exec();
  const open = await submissions
    .find({
      ...visitors,
      status: { $ne: 'quarantined' },
      'handling.state': { $in: openStates },
    })
    .sort({ createdAt: 1 })
    .select(fields)
    .lean<Read[]>()
    .exec();
  return {
    recent: recent.map((read): SubmissionFigure => ({
      createdAt: read.createdAt,
      quarantined: read.status === 'quarantined',
      doneAt: read.handling?.doneAt ?? null,
      answeredOn: read.handling?.answeredOn ?? null,
    })),
    open: open.map((read): OpenFigure => {
      const { owner = null, answeredOn = null } = read.handling ?? {};
      return { createdAt: read.createdAt, owner, answeredOn };
    }),
  };
}
