import type * as z from 'zod';

import { accountsApi } from './accounts/api.ts';
import { auditApi } from './audit/api.ts';
import { blockListApi } from './block-list/api.ts';
import { enquiriesApi } from './enquiries/api.ts';
import { overviewApi } from './overview/api.ts';
import { peopleApi } from './people/api.ts';
import { statusApi } from './status/api.ts';

/** Every action. Each has a handler and a route (server/actions.ts). */
export const api = {
  ...accountsApi,
  ...auditApi,
  ...blockListApi,
  ...enquiriesApi,
  ...overviewApi,
  ...peopleApi,
  ...statusApi,
};

type Api = typeof api;
export type ActionName = keyof Api;
/** What a page sends. */
export type InputOf<Name extends ActionName> = z.input<Api[Name]['input']>;
/** What a handler gets: defaults are filled in. */
export type ParsedInputOf<Name extends ActionName> = z.output<Api[Name]['input']>;
export type OutputOf<Name extends ActionName> = z.output<NonNullable<Api[Name]['output']>>;
