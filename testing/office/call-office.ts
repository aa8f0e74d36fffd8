import type { ActionName as DeskActionName } from '../../office/api.ts';
import { officeApi, type ActionName } from '../../office/office-api.ts';
import { officeApiPath } from '../../office/paths.ts';

/** An action with a route of its own, or one of the action map. */
export type AnyAction = ActionName | DeskActionName;

export interface OfficeCall {
  cookie?: string;
  body?: object | undefined;
  headers?: object;
  signal?: AbortSignal;
}

/** The method and the path of an action. */
export function routeOf(name: AnyAction): { method: 'GET' | 'POST'; path: string } {
  if (name in officeApi) return officeApi[name as ActionName];
  return { method: 'POST', path: `${officeApiPath}/${name}` };
}

/** Calls an action of the enquiries desk at this URL, as its pages do. */
export function callOffice(
  url: string,
  name: AnyAction,
  { cookie = '', body = {}, headers = {}, ...rest }: OfficeCall = {},
): Promise<Response> {
  const { method, path } = routeOf(name);
  return fetch(`${url}${path}`, {
    ...rest,
    method,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie ? { Cookie: cookie } : {}),
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
}
