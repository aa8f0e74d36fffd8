/** The roles of accounts. What each may do is in `office/rights.ts`. */
export const roles = ['ops', 'staff', 'officer'] as const;

export type Role = (typeof roles)[number];

export const tokenScopes = ['read', 'export'] as const;

export type TokenScope = (typeof tokenScopes)[number];
