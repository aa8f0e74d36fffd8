import { contactSubmissionsPath } from '../../contract/api.ts';

/** Marks the cached list of submissions as out of date. */
export async function refreshSubmissions(): Promise<void> {
  // Loaded only here: nothing on the page reads from the cache before the form is sent.
  const { queryClient } = await import('../requests/query-client.ts');
  await queryClient.invalidateQueries({ queryKey: [contactSubmissionsPath] });
}
