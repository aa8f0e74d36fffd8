import * as z from 'zod';

import { localDay } from '#contract/time.ts';
import type {
  EnquiryGroup,
  EnquiryOrder,
  EnquiryPosition,
  EnquiryQuery,
  StoredEnquiry,
} from '#storage/enquiries.ts';
import type { ContactSubmission } from '#storage/submission-model.ts';
import { endMoment, firstMoment } from '../days.ts';
import type { EnquiryFilter } from './api.ts';
import { listNames, type ListName } from './lists.ts';
import type { State } from './decisions.ts';

const stateOfList: Partial<Record<ListName, State>> = {
  new: 'new',
  mine: 'open',
  'in-progress': 'open',
  waiting: 'waiting',
  closed: 'done',
};

export function queryOf(filter: EnquiryFilter, you: string): EnquiryQuery {
  const { list, search, owner, from, to, reply, ...sameInStorage } = filter;
  return {
    ...sameInStorage,
    isSpam: list === 'spam',
    state: stateOfList[list],
    owner: list === 'mine' ? you : owner,
    text: search || undefined,
    from: from ? firstMoment.parse(from) : undefined,
    to: to ? endMoment.parse(to) : undefined,
    isUnanswered: reply !== undefined,
    // Closed enquiries need no reply.
    isOpen: reply !== undefined && list !== 'closed',
    dueBefore: reply === 'overdue' ? localDay(Date.now()) : undefined,
  };
}

/** The names of the conditions of a filter, for the audit trail; never their values. */
export function conditionNames({ list, ...filter }: EnquiryFilter): string[] {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return [list, ...given.map(([name]) => (name === 'search' ? 'text' : name))];
}

export function orderOf(list: ListName, oldestFirst = false): EnquiryOrder {
  if (oldestFirst) return 'oldest';
  return list === 'mine' ? 'followUps' : 'newest';
}

export function countLists(groups: readonly EnquiryGroup[], you: string): Record<ListName, number> {
  const isIn = (list: ListName, { status, state, owner }: EnquiryGroup) => {
    if ((list === 'spam') !== (status === 'quarantined')) return false;
    const wanted = stateOfList[list];
    return (wanted === undefined || wanted === state) && (list !== 'mine' || owner === you);
  };
  const count = (list: ListName) =>
    groups.filter((group) => isIn(list, group)).reduce((sum, group) => sum + group.count, 0);
  return Object.fromEntries(listNames.map((list) => [list, count(list)])) as Record<
    ListName,
    number
  >;
}

const position = z.tuple([z.iso.datetime(), z.uuid(), z.union([z.iso.date(), z.literal('')])]);

type Positioned = Pick<StoredEnquiry, 'createdAt' | '_id'> & Pick<ContactSubmission, 'handling'>;

/** The opaque cursor of the page after an enquiry. */
export function writeCursor({ createdAt, _id, handling }: Positioned): string {
  const parts = [createdAt.toISOString(), _id, handling?.followUp ?? ''];
  return Buffer.from(parts.join(' ')).toString('base64url');
}

export function readCursor(cursor: string): EnquiryPosition | undefined {
  const parts = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const result = position.safeParse(parts);
  if (!result.success) return undefined;
  const [createdAt, id, followUp] = result.data;
  return { createdAt: new Date(createdAt), id, followUp: followUp || null };
}
