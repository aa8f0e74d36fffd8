import { fileURLToPath } from 'node:url';

/** The settings of a service whose clock is wrong by so many milliseconds. */
export function wrongBy(shift: number): Record<string, string> {
  const file = fileURLToPath(new URL('./shift-clock.js', import.meta.url));
  return { NODE_OPTIONS: `--import ${file}`, CLOCK_SHIFT: String(shift) };
}
