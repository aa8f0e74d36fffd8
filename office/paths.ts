export const officePath = '/ops';
export const officeApiPath = '/ops/api';

/**
 * The header with the username that a page shows. All tabs of a browser share one session, so another
 * account may have signed in since.
 */
export const accountHeader = 'X-Account';

/** The pages of Bull Board. */
export const queueBoardPath = `${officePath}/queues`;
