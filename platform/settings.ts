import { readFileSync } from 'node:fs';
import * as z from 'zod';

import { webAddress } from '../contract/web-address.ts';
import { redisUrl } from './redis-address.ts';

/** Settings that cannot be used. Its message has one line for each variable, without any value. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads a process's settings from its environment, once, at start. An empty variable counts as
 * one that is not set. A setting that is not set is read from the file that `<NAME>_FILE` names.
 *
 * @throws SettingsError that names every variable that is missing or wrong, and why.
 */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.infer<Schema> {
  const given = Object.keys(schema.shape).flatMap((name) => {
    const value = env[name] || readSettingFile(name, env[`${name}_FILE`]);
    return value ? [[name, value] as const] : [];
  });
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new SettingsError(`These settings cannot be used:\n${lines.join('\n')}`);
}

function readSettingFile(name: string, file: string | undefined): string | undefined {
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new SettingsError(`These settings cannot be used:\n  ${name}_FILE: cannot be read`);
  }
}

const wholeNumber = z.coerce.number('must be a number').int('must be a whole number');
export const notNegative = wholeNumber.min(0, 'must not be negative');
export const atLeastOne = wholeNumber.min(1, 'must be at least 1');
// Timers hold no more than 24 days.
export const windowSeconds = atLeastOne.max(604_800, 'must be at most 604800, a week');

/** A TCP port; 0 asks the operating system for any free one. */
export const port = z.coerce.number('must be a number').int().min(0).max(65_535);

/** A connection address with a host, and with one of the given protocols, such as `redis:`. */
export function address(...protocols: string[]) {
  const beginnings = protocols.map((name) => `${name}//`).join(' or ');
  return z
    .string()
    .refine((value) => {
      const url = parseAddress(value);
      return url !== undefined && protocols.includes(url.protocol) && url.hostname !== '';
    }, `must be an address with a host that begins with ${beginnings}`)
    .refine(
      hasReadableLogin,
      'must have each % of its user and password written as %25, and other signs as such codes',
    );
}

/** The parts of an address; of several hosts, as of a replica set, only the first. */
export function parseAddress(value: string): URL | undefined {
  const withOneHost = value.replace(/^([a-z+]+:\/\/(?:[^/?]*@)?[^,/?@]+),[^/?@]*/i, '$1');
  return URL.canParse(withOneHost) ? new URL(withOneHost) : undefined;
}

function hasReadableLogin(value: string): boolean {
  const { username = '', password = '' } = parseAddress(value) ?? {};
  try {
    decodeURIComponent(`${username}${password}`);
    return true;
  } catch {
    return false;
  }
}

/** Where staff open the office; the site's address unless it has one of its own. */
export const officeUrl = z.optional(webAddress('https://office.example.co.za'));

/** Where the site finds the API if not at its own address. */
export const apiUrl = z.optional(webAddress('https://api.example.co.za'));

/** `true` or `false`, in those words. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Text values separated by commas. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

/** The settings that every server process reads. */
export const processSettings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Readable lines at a terminal, JSON for machines; JSON in production unless set. */
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  REDIS_URL: redisUrl.default('redis://127.0.0.1:6379'),
  /** Where /metrics listens; this machine alone unless set. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  // The braces make Redis Cluster keep all of the pipeline's keys in one slot.
  QUEUE_PREFIX: z
    .string()
    .regex(/\{[^}]+\}/, 'must hold a name in braces, such as {enquiries}')
    .default('{enquiries}'),
};

/** The settings that every process reads that answers requests. */
export const httpSettings = {
  /** How many proxies of ours stand in front; 0 when the process faces visitors itself. */
  TRUSTED_PROXY_HOPS: notNegative.default(0),
};

/** The one to use of `json` and `pretty`, given the settings above. */
export function logFormat(settings: {
  NODE_ENV: string;
  LOG_FORMAT?: 'json' | 'pretty' | undefined;
}): 'json' | 'pretty' {
  return settings.LOG_FORMAT ?? (settings.NODE_ENV === 'production' ? 'json' : 'pretty');
}

/** Where a process serves its metrics; nowhere if the port is 0. */
export interface MetricsConfig {
  host: string;
  port: number;
}

/** The port that was set, else in production the usual one, else none. */
export function metricsConfig(
  settings: { NODE_ENV: string; METRICS_HOST: string },
  port: number | undefined,
  usual: number,
): MetricsConfig {
  const fallback = settings.NODE_ENV === 'production' ? usual : 0;
  return { host: settings.METRICS_HOST, port: port ?? fallback };
}

/** The version of the product, as its package.json has it. */
export function readVersion(): string {
  const manifest = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
