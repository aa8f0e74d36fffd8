import type * as z from 'zod/mini';

import type { Role } from '../contract/roles.ts';
import { empty } from './office-views.ts';

/** Something that the pages of the office ask of its server. */
export interface Operation<Request extends z.ZodMiniType, Answer extends z.ZodMiniType> {
  method: 'GET' | 'POST';
  path: string;
  /** The least role that may ask. */
  role: Role;
  /** Of the JSON body; a GET has none. */
  request: Request;
  /** Of the JSON answer; undefined stands for a file or a stream of events. */
  answer: Answer | undefined;
  /** Only read, without anything personal: answered while MongoDB cannot say who asks, too. */
  withoutMongodb?: boolean;
}

export function get<Answer extends z.ZodMiniType>(
  path: string,
  role: Role,
  answer: Answer | undefined,
) {
  return { method: 'GET', path: `/ops/api/${path}`, role, request: empty, answer } as const;
}

export function post<Request extends z.ZodMiniType, Answer extends z.ZodMiniType = typeof empty>(
  path: string,
  role: Role,
  request: Request,
  answer: Answer | undefined,
) {
  return { method: 'POST', path: `/ops/api/${path}`, role, request, answer } as const;
}
