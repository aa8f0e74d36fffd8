import { useQuery, useQueryClient, skipToken } from '@tanstack/react-query';
import { useEffect } from 'react';

import { isAttended, readersKey } from '../../../shell/live.tsx';
import { callOperation } from '../../../shell/use-operation.ts';
import { useSession } from '../../../shell/session.tsx';

/**
 * Milliseconds between two reports that this page is open, and for which a page counts as attended
 * after input.
 */
const sayEvery = 20_000;
const attendedFor = 5 * 60_000;

/** The colleagues who are viewing the same enquiry. Reports this page as well. */
export function useReaders(id: string): string[] {
  const queryClient = useQueryClient();
  const { username } = useSession();
  const { data: readers = [] } = useQuery<string[]>({
    queryKey: readersKey(id),
    queryFn: skipToken,
  });
  useEffect(() => {
    function say(): void {
      if (!isAttended(attendedFor)) return;
      callOperation('enquiry.viewing', { id }).then(
        ({ others }) => queryClient.setQueryData(readersKey(id), others),
        () => undefined,
      );
    }
    function leave(): void {
      callOperation('enquiry.viewing', { id, leaving: true }).catch(() => undefined);
    }
    say();
    const timer = setInterval(say, sayEvery);
    return () => {
      clearInterval(timer);
      leave();
    };
  }, [queryClient, id]);
  return readers.filter((reader) => reader !== username);
}
