import { findFreePort, isPortFree } from './ports.ts';

/**
 * Makes sure that a port which people rely on is free.
 *
 * @throws Error that names the variable to set.
 */
export async function requirePort(variable: string, port: number): Promise<void> {
  if (port === 0 || (await isPortFree(port))) return;
  throw new Error(`Port ${port} is in use. Set ${variable} to a free one, or stop what uses it.`);
}

/** The port, else any free one: for what nobody relies on being in one place. 0 stays 0. */
export async function preferPort(port: number): Promise<number> {
  return port === 0 || (await isPortFree(port)) ? port : findFreePort();
}

/** The port that was asked for, else the usual one, else any free one. */
export async function choosePort(
  variable: string,
  asked: number | undefined,
  usual: number,
): Promise<number> {
  if (asked !== undefined && asked !== 0) {
    await requirePort(variable, asked);
    return asked;
  }
  return (await isPortFree(usual)) ? usual : findFreePort();
}
