/** The roles of accounts. What each may do is in `office/rights.ts`. */
export const roles = ['ops', 'staff', 'officer'] as const;

export type Role = (typeof roles)[number];

/** The scopes of personal access tokens. What each may do is in `office/rights.ts`. */
export const tokenScopes = ['read', 'export'] as const;

export type TokenScope = (typeof tokenScopes)[number];
