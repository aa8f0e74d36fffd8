import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';

import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { ask, type Answer } from '../deploy/promises.ts';
import { staff } from './start-product.ts';

/** The services that docker-compose.yml starts without a profile. */
export const services = ['web', 'api', 'worker', 'office', 'redis', 'mongo'] as const;

export const server = {
  url: 'https://localhost',
  port: 443,
  certificate: inject('certificate'),
  log: () => '',
  stop: () => Promise.resolve(),
};

interface Ran {
  code: number;
  out: string;
  error: string;
}

/** Runs shell commands in the product's folder. */
export async function sh(commands: string, input = ''): Promise<Ran> {
  const child = spawn('bash', ['-e', '-c', commands], { cwd: inject('folder') });
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, error };
}

/** Runs commands that must succeed. Returns their output. */
export async function run(commands: string, input = ''): Promise<string> {
  const { code, out, error } = await sh(commands, input);
  if (code !== 0) throw new Error(`${commands}\nended with ${code}:\n${error}${out}`);
  return out;
}

/** Runs a staff command in the container of the enquiries desk. Returns the output. */
export function runStaff(command: string, input = ''): Promise<string> {
  const program = 'docker compose exec -T office node build/staff.js';
  return run(`${program} ${command} --as ${staff.username}`, `${staff.password}\n${input}`);
}

/** The ids of a service's running containers. */
export async function containersOf(service: string): Promise<string[]> {
  return (await run(`docker compose ps -q ${service}`)).split('\n').filter(Boolean);
}

/** Returns a field of a container's metadata. */
export async function inspect(id: string, field: string): Promise<string> {
  return (await run(`docker inspect --format '{{${field}}}' ${id}`)).trim();
}

export async function untilHealthy(service: string): Promise<void> {
  await waitFor(
    `${service} is healthy`,
    async () => {
      const ids = await containersOf(service);
      const states = await Promise.all(ids.map((id) => inspect(id, '.State.Health.Status')));
      return states.length > 0 && states.every((state) => state === 'healthy');
    },
    90_000,
    500,
  );
}

/** Kills all processes of a container. */
export async function killNine(id: string): Promise<void> {
  const pid = await inspect(id, '.State.Pid');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  const [program, ...args] = [...asRoot, 'kill', '-9', pid];
  if (spawnSync(program, args).status !== 0) throw new Error(`${pid} could not be killed.`);
}

function createStrangersEnquiry() {
  return createUniqueEnquiry({ email: `${crypto.randomUUID()}@example.org` });
}

/** Posts an enquiry over HTTPS, as a browser does. */
export function post(form = createStrangersEnquiry(), key?: string, through = server) {
  return ask(through, '/api/contact', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key ?? crypto.randomUUID() },
    body: JSON.stringify(form),
  });
}

/**
 * Sends an enquiry until it is accepted. Retries use the same idempotency key, as on the site.
 * Returns the reference.
 */
export function sendUntilAcknowledged(): Promise<string> {
  const form = createStrangersEnquiry();
  const key = crypto.randomUUID();
  return waitFor(
    'an enquiry is accepted',
    async () => {
      const answer = await post(form, key).catch(() => undefined);
      return answer?.status === 202 && referenceIn(answer);
    },
    60_000,
    200,
  );
}

/** Posts to the enquiries desk like one of its pages. */
export function askOffice(path: string, body: object) {
  const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  return ask(server, path, { method: 'POST', headers, body: JSON.stringify(body) });
}

export function referenceIn({ body }: Answer): string {
  return (JSON.parse(body.toString()) as { reference: string }).reference;
}

/** Requests data that only staff may read. */
export async function askAsStaff(path: string): Promise<Answer> {
  const token = (await runStaff('users token A-test --scope read')).trim();
  return ask(server, path, { headers: { Authorization: `Bearer ${token}` } });
}

async function storedReferences(): Promise<string[]> {
  const list = await runStaff('submissions list --format json --limit 10000');
  return (JSON.parse(list) as { reference: string }[]).map(({ reference }) => reference);
}

/**
 * Waits until these enquiries are stored. Throws after the timeout (milliseconds), or if any
 * enquiry is stored twice.
 */
export async function untilStored(references: string[], timeout = 60_000): Promise<void> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const isLate = Date.now() > deadline;
    // A store that is busy or has just restarted may not answer.
    const stored = await storedReferences().catch((error: unknown): string[] => {
      if (isLate) throw error;
      return [];
    });
    const twice = stored.filter((one, index) => stored.indexOf(one) !== index);
    if (twice.length > 0) throw new Error(`Stored twice: ${twice.join(', ')}`);
    const missing = references.filter((one) => !stored.includes(one));
    if (missing.length === 0) return;
    if (isLate) throw new Error(`Lost of ${references.length}: ${missing.join(', ')}`);
  }
}

interface Mail {
  Subject: string;
  To: { Address: string }[];
}

/** The recipients of emails about an enquiry, in alphabetical order. */
export async function recipientsAbout(reference: string): Promise<string[]> {
  const answer = await fetch('http://127.0.0.1:8025/api/v1/messages?limit=500');
  const { messages } = (await answer.json()) as { messages: Mail[] };
  const about = messages.filter(({ Subject }) => Subject.includes(reference));
  return about.flatMap(({ To }) => To.map(({ Address }) => Address)).sort();
}
