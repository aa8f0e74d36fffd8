import { officeApi, type ActionName } from '../../office/office-api.ts';

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
  const { method, path } = officeApi[name];
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
