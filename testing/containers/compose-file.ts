import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

type Environment = Record<string, string | undefined>;

interface Healthcheck {
  test: string[];
  interval?: string;
  timeout?: string;
  start_period?: string;
  retries?: number;
}

interface Build {
  context: string;
  dockerfile: string;
  target?: string;
  args?: Record<string, string | null>;
}

/** A service in docker-compose.yml. */
export interface Service {
  build?: Build;
  image?: string;
  profiles?: string[];
  user?: string;
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string | number | null>;
  env_file?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  init?: boolean;
  restart?: string;
  logging?: { driver: string; options: Record<string, string> };
  tmpfs?: string[];
  networks?: string[];
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
  healthcheck?: Healthcheck;
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
  mem_limit?: string;
  cpus?: number;
  pids_limit?: number;
  deploy?: { replicas: string };
}

const known = new Set(
  `build image profiles user entrypoint command environment env_file read_only cap_drop cap_add
  security_opt init restart logging tmpfs networks secrets volumes ports healthcheck depends_on
  stop_grace_period mem_limit cpus pids_limit deploy`.split(/\s+/),
);

export interface ComposeFile {
  folder: string;
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, null>;
  secrets: Record<string, { file: string }>;
}

/**
 * Reads a folder's docker-compose.yml as Docker Compose does: with variables of the environment,
 * which take precedence, and of `.env`.
 *
 * @throws Error that names an unsupported option, or with the message of `${X:?…}`
 */
export function readComposeFile(folder: string, environment: Environment): ComposeFile {
  const variables = { ...readEnvFile(join(folder, '.env')), ...environment };
  const source = readFileSync(join(folder, 'docker-compose.yml'), 'utf8');
  const raw: unknown = parse(source, { merge: true });
  const file = interpolateAll(raw, variables) as Omit<ComposeFile, 'folder'>;
  for (const [name, service] of Object.entries(file.services)) {
    for (const option of Object.keys(service)) {
      if (!known.has(option)) throw new Error(`${name}: the option ${option} is not supported.`);
    }
    for (const [argument, value] of Object.entries(service.build?.args ?? {})) {
      // An argument without a value takes it from the environment.
      if (value === null && service.build?.args) {
        service.build.args[argument] = variables[argument] ?? null;
      }
    }
  }
  return { folder, ...file };
}

/** The environment of a service's containers. */
export function environmentOf(file: ComposeFile, service: Service): Record<string, string> {
  const given = service.env_file ? readEnvFile(join(file.folder, service.env_file)) : {};
  const own = Object.entries(service.environment ?? {});
  return {
    ...(given as Record<string, string>),
    ...Object.fromEntries(own.map(([name, value]) => [name, String(value ?? '')])),
  };
}

function readEnvFile(path: string): Environment {
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
}

function interpolateAll(value: unknown, variables: Environment): unknown {
  if (typeof value === 'string') return interpolate(value, variables);
  if (Array.isArray(value)) return value.map((one) => interpolateAll(one, variables));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, one]) => [key, interpolateAll(one, variables)]);
  return Object.fromEntries(entries);
}

/** Substitutes `$X`, `${X}`, `${X:-default}` and `${X:?what to do}`; `$$` is a dollar sign. */
export function interpolate(text: string, variables: Environment): string {
  const reference = /\$(?:(\$)|(\w+)|\{(\w+)(?:(:?[-?])([^}]*))?\})/g;
  return text.replace(reference, (...match: (string | undefined)[]) => {
    const [, dollar, plain, braced, operator = '', rest = ''] = match;
    if (dollar) return dollar;
    const name = plain ?? braced ?? '';
    const value = variables[name];
    if (value !== undefined && (value !== '' || !operator.startsWith(':'))) return value;
    if (operator.endsWith('?')) throw new Error(`${name} is missing: ${rest}`);
    return rest;
  });
}
