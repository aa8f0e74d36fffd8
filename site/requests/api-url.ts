/** The full address of an API path where the API has an origin of its own, else the path. */
export function apiUrl(path: string, base: string = import.meta.env.VITE_API_URL ?? ''): string {
  return /^https?:/.test(path) ? path : `${base.replace(/\/$/, '')}${path}`;
}
