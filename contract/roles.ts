/** The roles of accounts. What each may do is in `office/rights.ts`. */
export const roles = ['ops', 'staff', 'officer'] as const;

export type Role = (typeof roles)[number];
