// A stand-in for `docker` based on podman. It implements the parts of `docker compose` that the
// product's documents and tests use, and passes on other commands to podman.
import { basename } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

import { build, containersOf, down, up } from './compose-commands.ts';
import { describeContainer, type Project } from './compose-container.ts';
import { readComposeFile } from './compose-file.ts';
import { passToPodman as pass } from './podman.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

const text = { type: 'string' } as const;
const yes = { type: 'boolean' } as const;

function read<Known extends Options>(args: string[], options: Known) {
  return parseArgs({ args, options, allowPositionals: true });
}

/** Reads the options before the first word; those after it belong to the command to run. */
function readUntilWord<Known extends Options>(args: string[], options: Known) {
  const { tokens } = parseArgs({ args, options, tokens: true, strict: false });
  const word = tokens.find(({ kind }) => kind === 'positional');
  const end = word ? word.index : args.length;
  return { values: read(args.slice(0, end), options).values, words: args.slice(end) };
}

const commands: Record<string, (project: Project, args: string[]) => number | Promise<number>> = {
  async up(project, args) {
    const { values, positionals: services } = read(args, {
      ...{ build: yes, detach: { ...yes, short: 'd' }, wait: yes, 'wait-timeout': text },
      ...{ 'no-deps': yes, 'no-recreate': yes, 'force-recreate': yes },
      scale: { ...text, multiple: true },
    });
    if (!values.detach) throw new Error('Only up --detach is supported.');
    await up(project, services, values);
    return 0;
  },

  build(project, args) {
    const { positionals } = read(args, {});
    build(project, positionals.length > 0 ? positionals : Object.keys(project.file.services));
    return 0;
  },

  ps(project, args) {
    const options = { quiet: { ...yes, short: 'q' }, all: { ...yes, short: 'a' } };
    const { values, positionals } = read(args, options);
    const found = containersOf(project, ...positionals).filter(
      ({ running }) => running || values.all,
    );
    if (values.quiet) {
      for (const { id } of found) console.log(id);
      return 0;
    }
    return pass(['ps', '--all', ...found.flatMap(({ id }) => ['--filter', `id=${id}`])]);
  },

  exec(project, args) {
    const { values, words } = readUntilWord(args, {
      'no-tty': { ...yes, short: 'T' },
      index: text,
    });
    const [service = '', ...command] = words;
    const running = containersOf(project, service).filter((one) => one.running);
    const container = running[Number(values.index ?? 1) - 1];
    if (!container) throw new Error(`service "${service}" is not running`);
    const isTerminal = !values['no-tty'] && process.stdin.isTTY && process.stdout.isTTY;
    const terminal = isTerminal ? ['--tty'] : [];
    return pass(['exec', '--interactive', ...terminal, container.name, ...command]);
  },

  run(project, args) {
    const { values, words } = readUntilWord(args, {
      ...{ rm: yes, 'no-tty': { ...yes, short: 'T' }, entrypoint: text },
    });
    const [service = '', ...command] = words;
    const { entrypoint } = values;
    const name = `${project.name}-${service}-run-${process.pid}`;
    const purpose = { command, ...(entrypoint !== undefined && { entrypoint }) };
    const container = describeContainer(project, service, name, purpose);
    return pass(['run', '--rm', '--interactive', ...container]);
  },

  stop: (project, args) => forEach('stop', project, args),
  start: (project, args) => forEach('start', project, args),
  restart: (project, args) => forEach('restart', project, args),
  kill: (project, args) => forEach('kill', project, args),

  logs(project, args) {
    const { values, positionals } = read(args, { 'no-color': yes, tail: text });
    const tail = values.tail === undefined ? [] : ['--tail', values.tail];
    const names = containersOf(project, ...positionals).map(({ name }) => name);
    // Prints the logs one after the other, because podman does not prefix lines with the
    // container's name as Docker does. Everything goes to standard output.
    const print = (name: string) => pass(['logs', ...tail, name], ['ignore', 1, 1]);
    return Math.max(0, ...names.map(print));
  },

  down(project, args) {
    const { values } = read(args, { volumes: { ...yes, short: 'v' }, 'remove-orphans': yes });
    down(project, values.volumes ?? false);
    return 0;
  },
};

function forEach(command: string, project: Project, args: string[]): number {
  const { positionals } = read(args, {});
  return pass([command, ...containersOf(project, ...positionals).map(({ name }) => name)]);
}

async function runCompose(args: string[]): Promise<number> {
  const { values, words } = readUntilWord(args, { profile: { ...text, multiple: true } });
  if (values.profile) process.env.COMPOSE_PROFILES = values.profile.join(',');
  const [name = '', ...rest] = words;
  const command = commands[name];
  if (!command) throw new Error(`docker compose ${name} is not supported by the stand-in.`);
  const folder = process.cwd();
  const project = {
    name: process.env.COMPOSE_PROJECT_NAME ?? basename(folder).toLowerCase(),
    file: readComposeFile(folder, process.env),
  };
  return command(project, rest);
}

try {
  const [first = '', ...rest] = process.argv.slice(2);
  process.exitCode = first === 'compose' ? await runCompose(rest) : pass([first, ...rest]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
