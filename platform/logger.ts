import { createRequire } from 'node:module';
import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import type pinoPretty from 'pino-pretty';

import { redactLine } from './redact.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  /** The name of the process, such as `api`. */
  service: string;
  level: string;
  /** `json` for machines, `pretty` for a terminal. */
  format: 'json' | 'pretty';
}

/** Creates a process's logger. Each line is one JSON object, unless the format is `pretty`. */
export function createLogger(options: LoggerOptions, destination?: DestinationStream): Logger {
  const { service, level, format } = options;
  const settings = {
    level,
    base: { service },
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: redactLine },
    hooks: { logMethod: nameEvent },
  };
  if (destination) return pino(settings, destination);
  if (format === 'json') return pino(settings, (stdout ??= batchedStdout()));
  return pino({ ...settings, formatters: { log: redactLine } }, prettyLines());
}

let stdout: DestinationStream | undefined;

/** Writes all lines of one turn of the event loop together, because writes are expensive. */
function batchedStdout(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const writeAll = () => {
    if (lines !== '') destination.write(lines);
    lines = '';
  };
  process.once('exit', writeAll);
  return {
    write(line) {
      if (lines === '') setImmediate(writeAll);
      lines += line;
    },
  };
}

// Loads pino-pretty only when needed, and in this thread: a worker thread would write lines after
// later ones of other processes.
function prettyLines(): DestinationStream {
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof pinoPretty;
  return pretty({
    messageKey: 'event',
    ignore: 'pid,hostname,service',
    translateTime: 'HH:MM:ss',
    sync: true,
  });
}

/** Gives lines without an event a name; otherwise pino would use the error's message. */
function nameEvent(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const [first, event] = args as unknown[];
  if (event !== undefined || typeof first !== 'object' || first === null) log.apply(this, args);
  else log.call(this, first instanceof Error ? { err: first } : first, 'unnamed event');
}
