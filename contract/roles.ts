/** What an account of the staff may do. Each may do what those before it may. */
export const roles = ['ops', 'staff', 'officer'] as const;

/**
 * `ops` sees nothing personal; `staff` reads and handles enquiries; `officer` also corrects, erases
 * and exports what is held of a person, and looks after the accounts.
 */
export type Role = (typeof roles)[number];

/** Whether a role is the wanted one, or may do more. */
export function mayAs(role: Role, wanted: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(wanted);
}
