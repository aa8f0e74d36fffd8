import type { Database } from './connection.ts';
import type { ContactSubmission, Handling } from './submission-model.ts';

/** The fields of a submission that statistics need; no form data. */
export interface SubmissionFigure {
  createdAt: Date;
  quarantined: boolean;
  doneAt: Date | null;
  answeredOn: string | null;
}

/** An enquiry that is not closed. */
export type OpenFigure = Pick<Handling, 'owner' | 'answeredOn'> & {
  createdAt: Date;
};

/**
 * Reads two groups of submissions for statistics. `recent` has those created since the given time.
 * `open` has those that are neither closed nor spam, oldest first.
 */
export async function readFigures({ submissions }: Pick<Database, 'submissions'>, since: Date) {
  const fields = { createdAt: 1, status: 1, handling: 1 } as const;
  const read = (filter: object) =>
    submissions
      .find(filter)
      .sort({ createdAt: 1 })
      .select(fields)
      .lean<Pick<ContactSubmission, keyof typeof fields>[]>();
  const recent = await read({ createdAt: { $gte: since } });
  const open = await read({
    status: { $ne: 'quarantined' },
    'handling.state': { $in: ['new', 'open', 'waiting'] },
  });
  return {
    recent: recent.map(({ createdAt, status, handling }): SubmissionFigure => {
      const { doneAt = null, answeredOn = null } = handling ?? {};
      return { createdAt, quarantined: status === 'quarantined', doneAt, answeredOn };
    }),
    open: open.map(({ createdAt, handling }): OpenFigure => {
      const { owner = null, answeredOn = null } = handling ?? {};
      return { createdAt, owner, answeredOn };
    }),
  };
}
