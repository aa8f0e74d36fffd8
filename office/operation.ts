import * as z from 'zod/mini';

import type { Role } from '../contract/roles.ts';

/** One thing that the pages of the office ask of its server. */
export interface Operation<Request extends z.ZodMiniType, Answer extends z.ZodMiniType> {
  method: 'GET' | 'POST';
  path: string;
  /** The least that whoever asks may do; `anybody` has not to be signed in. */
  role: Role | 'anybody';
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

export function get<Least extends Role | 'anybody', Answer extends z.ZodMiniType>(
  path: string,
  role: Least,
  answer: Answer | undefined,
) {
  return { method: 'GET', path: `${officeApiPath}/${path}`, role, request: empty, answer } as const;
}

export function post<
  Least extends Role | 'anybody',
  Request extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
>(path: string, role: Least, request: Request, answer: Answer | undefined) {
  return { method: 'POST', path: `${officeApiPath}/${path}`, role, request, answer } as const;
}
