import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const runningSchema = z.object({
  mongodb: z.string(),
  redis: z.string(),
  outbox: z.string(),
  pid: z.number(),
});

/** The addresses of the product under `npm start`; undefined when it does not run. */
export function findRunningProduct(dataDir: string): z.infer<typeof runningSchema> | undefined {
  try {
    const text = readFileSync(join(dataDir, 'running.json'), 'utf8');
    const running = runningSchema.parse(JSON.parse(text));
    return isAlive(running.pid) ? running : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
