import { accountsApi } from '../../office/accounts/api.ts';
import { officeApi, type ActionName as OldAction } from '../../office/office-api.ts';

export type AccountAction = keyof typeof accountsApi;
export type ActionName = OldAction | AccountAction;

function isAccountAction(name: ActionName): name is AccountAction {
  return name in accountsApi;
}

/** The method and the path of an action. */
export function routeOf(name: ActionName): { method: string; path: string } {
  return isAccountAction(name) ? { method: 'POST', path: `/ops/api/${name}` } : officeApi[name];
}

export interface OfficeCall {
  cookie?: string;
  body?: object | undefined;
  headers?: object;
  signal?: AbortSignal;
}

/** Calls an action of the enquiries desk at this URL, as its pages do. */
export function callOffice(
  url: string,
  name: ActionName,
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
