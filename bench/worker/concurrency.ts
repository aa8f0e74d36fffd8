/** The worker's default, and that of whatever it is measured against. */
export const concurrency = 100;
