/** Types of data subject request under POPIA. */
export const requestKinds = ['access', 'correction', 'deletion', 'objection', 'other'] as const;

/** Outcomes of a data subject request. */
export const requestResults = ['granted', 'partly', 'refused', 'withdrawn'] as const;

/** How many days before its due date a data subject request counts as due soon. */
export const dueSoonDays = 5;
