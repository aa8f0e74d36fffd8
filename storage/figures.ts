import type { Database } from './connection.ts';
import type { HandlingState } from '../contract/submission-view.ts';
import type { ContactSubmission } from './submission-model.ts';

/** The fields of a submission that statistics need; no form data. */
export interface SubmissionFigure {
  createdAt: Date;
  quarantined: boolean;
  doneAt: Date | null;
}

const visitors = { canary: { $ne: true } } as const;
const unansweredStates: HandlingState[] = ['new', 'open'];

/** Reads the submissions since a time, and all that are not closed. */
export async function readFigures({ submissions }: Database, since: Date) {
  const recent = await submissions
    .find({ ...visitors, createdAt: { $gte: since } })
    .select({ createdAt: 1, status: 1, handling: 1 })
    .lean<Pick<ContactSubmission, 'createdAt' | 'status' | 'handling'>[]>()
    .exec();
  const unanswered = {
    ...visitors,
    status: { $ne: 'quarantined' },
    'handling.state': { $in: [null, ...unansweredStates] },
  } as const;
  const oldest = await submissions
    .findOne(unanswered)
    .sort({ createdAt: 1 })
    .select({ createdAt: 1 })
    .lean<Pick<ContactSubmission, 'createdAt'>>()
    .exec();
  return {
    recent: recent.map(({ createdAt, status, handling }): SubmissionFigure => ({
      createdAt,
      quarantined: status === 'quarantined',
      doneAt: handling?.doneAt ?? null,
    })),
    unanswered: await submissions.countDocuments(unanswered).exec(),
    oldestUnanswered: oldest?.createdAt ?? null,
  };
}
