import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as z from 'zod';

export type Env = Record<string, string | undefined>;

/** Settings are invalid or cannot be used. The message says which and why, without secrets. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads settings from environment variables, or from the files that `<NAME>_FILE` names.
 * @throws SettingsError that names every invalid variable, or the first file that cannot be read.
 */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  env: Env,
): z.infer<Schema> {
  const settings = Object.keys(schema.shape).flatMap((name) => {
    const value = env[name] || readSettingFile(name, env[`${name}_FILE`]);
    return value ? [[name, value] as const] : [];
  });
  const result = schema.safeParse(Object.fromEntries(settings));
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new SettingsError(`Invalid settings:\n${lines.join('\n')}`);
}

export function givenSettings(env: Env, names: readonly string[]): string[] {
  return names.filter((name) => Boolean(env[name] || env[`${name}_FILE`]));
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

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

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

/** Parses a connection URL and keeps only its first host. Undefined if it is not valid. */
export function parseAddress(text: string): URL | undefined {
  const withOneHost = text.replace(/^([a-z+]+:\/\/(?:[^/?]*@)?[^,/?@]+),[^/?@]*/i, '$1');
  return URL.canParse(withOneHost) ? new URL(withOneHost) : undefined;
}

function hasValidCredentials(text: string): boolean {
  const { username = '', password = '' } = parseAddress(text) ?? {};
  try {
    decodeURIComponent(`${username}${password}`);
    return true;
  } catch {
    return false;
  }
}

export const processSettings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** `pretty` for a terminal, `json` for machines; by default `json` in production only. */
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  REDIS_URL: address('redis:', 'rediss:').default('redis://127.0.0.1:6379'),
  /** The host on which /metrics listens; by default only this machine. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  // The braces are the key's hash tag, which queues of earlier releases have.
  QUEUE_PREFIX: z
    .string()
    .regex(/\{[^}]+\}/, 'must contain a name in braces, such as {enquiries}')
    .default('{enquiries}'),
};

export const httpSettings = {
  /** The number of our own proxies in front of the process; 0 if clients connect directly. */
  TRUSTED_PROXY_HOPS: notNegative.default(0),
  HSTS_INCLUDE_SUBDOMAINS: flag.default(false),
};

type ProcessSettings = z.infer<z.ZodObject<typeof processSettings>>;

export function logOptions(service: string, { NODE_ENV, LOG_LEVEL, LOG_FORMAT }: ProcessSettings) {
  const format = LOG_FORMAT ?? (NODE_ENV === 'production' ? 'json' : 'pretty');
  return { service, level: LOG_LEVEL, format };
}

/** By default, metrics are served in production only. */
export function metricsAddress(
  { NODE_ENV, METRICS_HOST }: ProcessSettings,
  configuredPort: number | undefined,
  defaultPort: number,
) {
  const fallback = NODE_ENV === 'production' ? defaultPort : 0;
  return { host: METRICS_HOST, port: configuredPort ?? fallback };
}

export function readVersion(): string {
  const require = createRequire(import.meta.url);
  // Bundles are one folder below package.json, the source is two.
  const isBundle = !import.meta.url.endsWith('/server/settings.ts');
  return (require(isBundle ? '../package.json' : '../../package.json') as Manifest).version;
}

interface Manifest {
  version: string;
}
