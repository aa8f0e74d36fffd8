import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';

import { useShortcuts } from '../../../controls/shortcuts.ts';
import { rowsOf, type ListPages } from '../list/use-list.ts';

/** Opens the next and the previous enquiry of the last list with `j` and `k`. */
export function useNeighbours(reference: string): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  function go(by: 1 | -1): void {
    const [list] = queryClient
      .getQueryCache()
      .findAll({ queryKey: ['enquiry.list'] })
      .map(({ state }) => ({
        references: rowsOf(state.data as ListPages | undefined).map((row) => row.reference),
        at: state.dataUpdatedAt,
      }))
      .filter(({ references }) => references.includes(reference))
      .sort((one, other) => other.at - one.at);
    const next = list?.references[list.references.indexOf(reference) + by];
    if (next) navigate(`/enquiries/${next}`);
  }

  useShortcuts({ j: () => go(1), k: () => go(-1) });
}
