import * as z from 'zod/mini';

import type { Right } from './rights.ts';

/** One thing that the pages of the office ask of its server. */
export interface Operation<Request extends z.ZodMiniType, Answer extends z.ZodMiniType> {
  method: 'GET' | 'POST';
  path: string;
  /** What whoever asks needs; `anybody` need not be signed in. */
  right: Right | 'anybody';
  /** Of the JSON body; a GET has none. */
  request: Request;
  /** Of the JSON answer; undefined stands for a file or a stream of events. */
  answer: Answer | undefined;
  /** Only read, without anything personal: answered while MongoDB cannot say who asks, too. */
  withoutMongodb?: boolean;
}

export const officePath = '/ops';
export const officeApiPath = '/ops/api';

/** A body or an answer that says nothing. */
export const empty = z.object({});

export function get<Needed extends Right | 'anybody', Answer extends z.ZodMiniType>(
  path: string,
  right: Needed,
  answer: Answer | undefined,
) {
  return {
    method: 'GET',
    path: `${officeApiPath}/${path}`,
    right,
    request: empty,
    answer,
  } as const;
}

export function post<
  Needed extends Right | 'anybody',
  Request extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
>(path: string, right: Needed, request: Request, answer: Answer | undefined) {
  return { method: 'POST', path: `${officeApiPath}/${path}`, right, request, answer } as const;
}
