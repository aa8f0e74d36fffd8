import type { QueryClient } from '@tanstack/react-query';

import type { FirstData } from '../office-api.ts';
import { sessionKey } from './session.tsx';

/** Caches the data that the server sent with the page, so that the page need not request it. */
export function takeFirstData(queryClient: QueryClient): void {
  const element = document.getElementById('first-data');
  if (!element) return;
  const data = JSON.parse(element.textContent) as FirstData;
  element.remove();
  for (const [name, body, answer] of data) {
    if (name === 'session.read') queryClient.setQueryData(sessionKey, answer);
    else if (name === 'enquiry.list') {
      const { limit: _limit, ...wish } = body as { limit: number };
      queryClient.setQueryData([name, wish], { pages: [answer], pageParams: [undefined] });
    } else queryClient.setQueryData([name, body], answer);
  }
}
