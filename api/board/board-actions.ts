/** What a board lets its user do. Whatever is not named here cannot be done through it. */
const repeat = new Set([
  '/api/queues/:queueName/:jobId/retry',
  '/api/queues/:queueName/retry/:queueStatus',
  '/api/queues/:queueName/:jobId/promote',
  '/api/queues/:queueName/promote',
  '/api/queues/:queueName/pause',
  '/api/queues/:queueName/resume',
]);
const remove = '/api/queues/:queueName/:jobId/clean';

/** Why a change is refused; undefined if it may be made. */
export function refusalOf(route: string, mayRemove: boolean): string | undefined {
  if (repeat.has(route)) return undefined;
  if (route !== remove) return 'This board retries, promotes and removes single jobs only.';
  // Removing an enquiry that is not stored loses it: only for those who can see what it says.
  return mayRemove ? undefined : 'Your account may not remove jobs.';
}
