export const requestKinds = ['access', 'correction', 'deletion', 'objection', 'other'] as const;

export const requestResults = ['granted', 'partly', 'refused', 'withdrawn'] as const;
