import { mongo, Schema, type Connection, type Model } from 'mongoose';

import { contactField, contactFieldNames } from '../contract/contact-fields.ts';
import type { ContactForm } from '../contract/contact-form.ts';
import type { Screening } from '../contract/jobs.ts';
import {
  forEachKind,
  notificationKinds,
  type NotificationKind,
} from '../contract/notifications.ts';
import {
  handlingStates,
  notificationStatuses,
  submissionStatuses,
} from '../contract/submission-view.ts';
import { withTimeout } from '../platform/timeout.ts';

/**
 * `withheld`: it does not leave, because the submission is in quarantine or a canary, or because of
 * the reason.
 */
type NotificationStatus = (typeof notificationStatuses)[number];

export type SubmissionStatus = (typeof submissionStatuses)[number];

export type HandlingState = (typeof handlingStates)[number];

/** What a member of staff has written down about a submission. */
export interface Note {
  /** A UUID. */
  id: string;
  /** A username. */
  by: string;
  at: Date;
  text: string;
}

/** What staff have done about a submission. */
export interface Handling {
  state: HandlingState;
  /** A username; null while nobody has taken it. */
  owner: string | null;
  notes: Note[];
  doneAt: Date | null;
  /** Grows by one with each change, so that two at once are told apart. */
  version: number;
}

/** How far one notification about a submission has got. */
export interface NotificationState {
  status: NotificationStatus;
  updatedAt: Date;
  sentAt?: Date;
  /** A short code such as `smtp 550`; never an address or a server's words. */
  reason?: string;
  /** When and why it failed before, each time that staff then did something about it. */
  earlier?: { at: Date; reason: string }[];
}

/** An enquiry as MongoDB keeps it. */
export interface ContactSubmission extends ContactForm {
  /** The UUID that the enquiry was given when it was accepted. */
  _id: string;
  reference: string;
  status: SubmissionStatus;
  /** Set on what the system sent to itself, which staff never see. */
  canary?: true;
  /** What screening found; absent when it was not screened. */
  screening?: Pick<Screening, 'score' | 'reasons'>;
  noticeVersion: string;
  /** When the enquiry was accepted. */
  createdAt: Date;
  /** What the API said of that, if it cannot be: its clock was wrong. */
  claimedAt?: Date;
  storedAt: Date;
  /** When MongoDB deletes it by itself. */
  expiresAt: Date;
  /** A submission that was stored before there was a kind has none of it. */
  notifications: Partial<Record<NotificationKind, NotificationState>>;
  /** Has only what was ever set: `handlingOf` gives the whole. */
  handling?: Partial<Handling>;
  /** When staff were told that it is in quarantine. */
  toldAt?: Date;
  /** How it was before staff last held or released it, with the notifications that were not sent. */
  undo?: Pick<ContactSubmission, 'status' | 'expiresAt' | 'toldAt'> &
    Partial<Pick<ContactSubmission, 'notifications'>>;
}

const text = { type: String, required: true };
const date = { type: Date, required: true };

const notificationSchema = new Schema<NotificationState>(
  {
    status: { ...text, enum: notificationStatuses },
    updatedAt: date,
    sentAt: Date,
    reason: String,
    earlier: {
      type: [new Schema({ at: date, reason: { type: String, default: '' } }, { _id: false })],
      default: undefined,
    },
  },
  { _id: false },
);

const undoSchema = new Schema<ContactSubmission['undo']>(
  {
    status: { ...text, enum: submissionStatuses },
    expiresAt: date,
    toldAt: Date,
    notifications: forEachKind(() => ({ type: notificationSchema, required: false })),
  },
  { _id: false },
);

const screeningSchema = new Schema<Pick<Screening, 'score' | 'reasons'>>(
  { score: { type: Number, required: true }, reasons: [String] },
  { _id: false },
);

const noteSchema = new Schema<Note>({ id: text, by: text, at: date, text }, { _id: false });

const handlingSchema = new Schema<Partial<Handling>>(
  {
    state: { type: String, enum: handlingStates },
    owner: String,
    notes: { type: [noteSchema], default: undefined },
    doneAt: Date,
    version: Number,
  },
  { _id: false },
);

const submissionSchema = new Schema<ContactSubmission>(
  {
    _id: text,
    ...Object.fromEntries(
      contactFieldNames.map((name) => [
        name,
        { type: String, required: !contactField(name).optional },
      ]),
    ),
    reference: text,
    status: { ...text, enum: submissionStatuses },
    screening: { type: screeningSchema, required: false },
    canary: { type: Boolean, required: false },
    noticeVersion: text,
    createdAt: date,
    claimedAt: { type: Date, required: false },
    storedAt: date,
    expiresAt: date,
    notifications: forEachKind(() => ({ type: notificationSchema, required: true })),
    handling: { type: handlingSchema, required: false },
    toldAt: { type: Date, required: false },
    undo: { type: undoSchema, required: false },
  },
  {
    versionKey: false,
    strict: 'throw',
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
  },
);

submissionSchema.index({ reference: 1 });
submissionSchema.index({ createdAt: -1, _id: -1 });
// The lists of the office, newest first.
for (const field of ['handling.state', 'handling.owner', 'status']) {
  submissionSchema.index({ [field]: 1, createdAt: -1, _id: -1 });
}
submissionSchema.index({ email: 1, createdAt: -1 });
submissionSchema.index({ canary: 1 }, { sparse: true });
submissionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// The sweeper asks for what is pending and old, of each kind.
for (const kind of notificationKinds) {
  submissionSchema.index({
    [`notifications.${kind}.status`]: 1,
    [`notifications.${kind}.updatedAt`]: 1,
  });
}

/** The model of `ContactSubmission`, bound to the given connection only. */
export function submissionModel(connection: Connection): Model<ContactSubmission> {
  return connection.model<ContactSubmission>('ContactSubmission', submissionSchema);
}

const duplicateKey = 11_000;

/**
 * Milliseconds, longer than the connection's own limits: the driver waits for ever for a server that
 * goes away while more is being sent to it than the socket takes at once.
 */
const insertTimeout = 9_000;

/**
 * Inserts submissions in one exchange with MongoDB, and resolves when a majority has them on disk.
 *
 * @returns for each whether it was inserted, `false` if there was one with its id before, or the
 * error that kept it alone from being so.
 * @throws when MongoDB did not confirm any of them. It may have stored some even so.
 */
export async function insertSubmissions(
  submissions: Model<ContactSubmission>,
  documents: ContactSubmission[],
): Promise<(boolean | Error)[]> {
  try {
    // Validated already, each on its own; the connection's write concern is that of a majority.
    const inserting = submissions.insertMany(documents, { lean: true, ordered: false });
    await withTimeout(insertTimeout, inserting);
    return documents.map(() => true);
  } catch (error) {
    const writeErrors = writeErrorsOf(error);
    const failed = new Map(writeErrors.map(({ index, code }) => [index, code]));
    // Another index may be unique too, so only what is there under its id was stored before.
    const ids = documents.filter((_, index) => failed.has(index)).map(({ _id }) => _id);
    const found = await submissions.find({ _id: { $in: ids } }, { _id: 1 }).lean();
    const before = new Set(found.map(({ _id }) => _id));
    return documents.map(({ _id }, index) => {
      if (!failed.has(index)) return true;
      return failed.get(index) === duplicateKey && before.has(_id) ? false : (error as Error);
    });
  }
}

/** The errors of single documents. Throws the error if it says anything of all of them. */
function writeErrorsOf(error: unknown): readonly mongo.WriteError[] {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  // A majority has what was there before only if the write concern was met.
  if (error.result.getWriteConcernError()) throw error;
  const writeErrors = [error.writeErrors].flat();
  // The driver dresses up a lost connection as an error of this kind too, with none of them.
  if (writeErrors.length === 0) throw error;
  return writeErrors;
}
