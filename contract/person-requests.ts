/** What people may ask about what is held of them. */
export const requestKinds = ['access', 'correction', 'deletion', 'objection', 'other'] as const;

/** How their requests may end. */
export const requestResults = ['granted', 'partly', 'refused', 'withdrawn'] as const;
