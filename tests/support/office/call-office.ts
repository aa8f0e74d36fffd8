import type { ActionName } from '../../../office/api.ts';
import { officeApiPath } from '../../../office/paths.ts';

export interface OfficeCall {
  cookie?: string;
  body?: object | undefined;
  headers?: object;
  signal?: AbortSignal;
}

export function callOffice(
  url: string,
  name: ActionName,
  { cookie = '', body = {}, headers = {}, ...rest }: OfficeCall = {},
): Promise<Response> {
  return fetch(`${url}${officeApiPath}/${name}`, {
    ...rest,
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie ? { Cookie: cookie } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}
