/** Roles of staff accounts. Each includes the rights of those before it. */
export const roles = ['ops', 'staff', 'officer'] as const;

/**
 * `ops` sees no personal data; `staff` reads and handles enquiries; `officer` also corrects, erases
 * and exports a person's data, and manages accounts.
 */
export type Role = (typeof roles)[number];

/** Whether a role includes the rights of the required one. */
export function mayAs(role: Role, wanted: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(wanted);
}
