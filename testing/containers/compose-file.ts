import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import * as z from 'zod';

type Environment = Record<string, string | undefined>;

const text = z.string();
const texts = z.array(text).optional();
const number = z.coerce.number().optional();

/** The supported options of a service. */
const service = z
  .strictObject({
    build: z.strictObject({
      context: text,
      dockerfile: text,
      target: text.optional(),
      args: z.record(text, text.nullable()).optional(),
    }),
    ...{ image: text, profiles: texts, user: text, entrypoint: texts, command: texts },
    environment: z.record(text, z.union([text, z.number()]).nullable()),
    ...{ env_file: text, read_only: z.boolean(), cap_drop: texts, cap_add: texts },
    ...{ security_opt: texts, init: z.boolean(), restart: text },
    logging: z.strictObject({ driver: text, options: z.record(text, text) }),
    ...{ tmpfs: texts, networks: texts, secrets: texts, volumes: texts, ports: texts },
    healthcheck: z.strictObject({
      ...{ test: z.array(text), interval: text.optional(), timeout: text.optional() },
      ...{ start_period: text.optional(), retries: number },
    }),
    depends_on: z.record(text, z.strictObject({ condition: text })),
    ...{ stop_grace_period: text, mem_limit: text, cpus: number, pids_limit: number },
    deploy: z.strictObject({ replicas: text }),
  })
  .partial();
const composeFile = z.object({
  services: z.record(text, service),
  networks: z.record(text, z.object({ internal: z.boolean().optional() }).nullable()),
  secrets: z.record(text, z.object({ file: text })),
});

export type Service = z.infer<typeof service>;
export type ComposeFile = z.infer<typeof composeFile> & { folder: string };

/**
 * Reads a folder's docker-compose.yml as Docker Compose does. Variables come from the environment
 * and from `.env`; the environment takes precedence.
 *
 * @throws Error that names an unsupported option or contains the message of `${X:?…}`.
 */
export function readComposeFile(folder: string, environment: Environment): ComposeFile {
  const variables = { ...readEnvFile(join(folder, '.env')), ...environment };
  const source = readFileSync(join(folder, 'docker-compose.yml'), 'utf8');
  const raw: unknown = parse(source, { merge: true });
  const file = composeFile.parse(interpolateAll(raw, variables));
  for (const { build: { args = {} } = {} } of Object.values(file.services)) {
    // A build argument without a value gets the value of the variable with its name.
    for (const name of Object.keys(args)) args[name] ??= variables[name] ?? null;
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
