import { readFileSync } from 'node:fs';
import * as z from 'zod';

import { webAddress } from '../contract/web-address.ts';

/** Settings are invalid or cannot be used. The message says which and why, without secrets. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads the settings of a schema from environment variables. Empty variables count as unset. An
 * unset setting is read from the file that `<NAME>_FILE` names.
 *
 * @throws SettingsError that names every missing or invalid variable with the reason, or the first
 *   `<NAME>_FILE` whose file cannot be read.
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
  throw new SettingsError(`Invalid settings:\n${lines.join('\n')}`);
}

/** Whether one of the settings is given, in a variable or in a file. */
export function isGiven(env: Record<string, string | undefined>, ...names: string[]): boolean {
  return names.some((name) => Boolean(env[name] || env[`${name}_FILE`]));
}

function readSettingFile(name: string, file: string | undefined): string | undefined {
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new SettingsError(`Invalid settings:\n  ${name}_FILE: cannot be read`);
  }
}

const wholeNumber = z.coerce.number('must be a number').int('must be a whole number');
const notNegative = wholeNumber.min(0, 'must not be negative');
export const atLeastOne = wholeNumber.min(1, 'must be at least 1');
// A week at most, because Node.js timers cannot exceed 24 days.
export const windowSeconds = atLeastOne.max(604_800, 'must be at most 604800, a week');

/** A TCP port. For servers, 0 means any free port; for metrics, it means none. */
export const port = z.coerce.number('must be a number').int().min(0).max(65_535);

/** A connection URL with a host and one of the given protocols, such as `redis:`. */
export function address(...protocols: string[]) {
  const beginnings = protocols.map((name) => `${name}//`).join(' or ');
  return z
    .string()
    .refine((value) => {
      const url = parseAddress(value);
      return url !== undefined && protocols.includes(url.protocol) && url.hostname !== '';
    }, `must be an address with a host, starting with ${beginnings}`)
    .refine(
      hasValidCredentials,
      'must have a percent-encoded username and password (% is written as %25)',
    );
}

/** The URL of one Redis, such as `rediss://:password@host:6379/0`. */
export const redisUrl = z
  .string()
  .refine((value) => !/^rediss?\+(cluster|sentinel):/.test(value), {
    error:
      'may no longer be a Redis Cluster or Sentinels: drain the queues first, then use one redis:// or rediss:// address',
    abort: true,
  })
  .pipe(address('redis:', 'rediss:'))
  .refine(
    isOneRedis,
    'must be one address such as redis://host:6379, with a number for a database',
  );

function isOneRedis(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { hostname, pathname } = new URL(value);
  return !hostname.includes(',') && /^(\/\d*)?$/.test(pathname);
}

/** Parses a connection URL and keeps only its first host. Undefined if it is not valid. */
export function parseAddress(value: string): URL | undefined {
  const withOneHost = value.replace(/^([a-z+]+:\/\/(?:[^/?]*@)?[^,/?@]+),[^/?@]*/i, '$1');
  return URL.canParse(withOneHost) ? new URL(withOneHost) : undefined;
}

function hasValidCredentials(value: string): boolean {
  const { username = '', password = '' } = parseAddress(value) ?? {};
  try {
    decodeURIComponent(`${username}${password}`);
    return true;
  } catch {
    return false;
  }
}

/** The URL of the enquiries desk; by default, the URL of the API. */
export const officeUrl = z.optional(webAddress('https://office.example.co.za'));

/** The URL of the API; by default, the URL of the site. */
export const apiUrl = z.optional(webAddress('https://api.example.co.za'));

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Comma-separated values. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

export const processSettings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** `pretty` for a terminal, `json` for machines; by default `json` in production only. */
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  REDIS_URL: redisUrl.default('redis://127.0.0.1:6379'),
  REDIS_WAIT_REPLICAS: z
    .literal('0', 'is no longer supported: drain the queues first, then remove it')
    .optional(),
  /** The host on which /metrics listens; by default only this machine. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  // The braces are part of the names of all keys.
  QUEUE_PREFIX: z
    .string()
    .regex(/\{[^}]+\}/, 'must contain a name in braces, such as {enquiries}')
    .default('{enquiries}'),
};

export const httpSettings = {
  /** The number of our own proxies in front of the process; 0 if clients connect directly. */
  TRUSTED_PROXY_HOPS: notNegative.default(0),
  /** Whether browsers must use HTTPS for all subdomains as well. */
  HSTS_INCLUDE_SUBDOMAINS: flag.default(false),
};

export function httpOptions(settings: z.infer<z.ZodObject<typeof httpSettings>>) {
  return {
    trustedProxyHops: settings.TRUSTED_PROXY_HOPS,
    includeSubDomains: settings.HSTS_INCLUDE_SUBDOMAINS,
  };
}

export function logFormat(settings: {
  NODE_ENV: string;
  LOG_FORMAT?: 'json' | 'pretty' | undefined;
}): 'json' | 'pretty' {
  return settings.LOG_FORMAT ?? (settings.NODE_ENV === 'production' ? 'json' : 'pretty');
}

/** Where a process serves its metrics; a port of 0 disables them. */
export interface MetricsConfig {
  host: string;
  port: number;
}

/**
 * Decides where to serve metrics: on the configured port or, if none is set, on the default port in
 * production and nowhere in other environments.
 */
export function metricsConfig(
  settings: { NODE_ENV: string; METRICS_HOST: string },
  port: number | undefined,
  defaultPort: number,
): MetricsConfig {
  const fallback = settings.NODE_ENV === 'production' ? defaultPort : 0;
  return { host: settings.METRICS_HOST, port: port ?? fallback };
}

/** The version in package.json. */
export function readVersion(): string {
  const manifest = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
