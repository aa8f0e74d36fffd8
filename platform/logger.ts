import { createRequire } from 'node:module';
import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import type pinoPretty from 'pino-pretty';

import { redactLine } from './redact.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  /** The process that logs, such as `api`. */
  service: string;
  level: string;
  /** `json` for machines, `pretty` for a person at a terminal. */
  format: 'json' | 'pretty';
}

/** Creates the logger of a process. Every line is one JSON object unless `pretty` is asked for. */
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
  if (format === 'json') return pino(settings, (stdout ??= linesOfATurn()));
  return pino({ ...settings, formatters: { log: redactLine } }, prettyLines());
}

let stdout: DestinationStream | undefined;

/** Writes the lines of a turn of the event loop at once: each write takes longer than its line. */
function linesOfATurn(): DestinationStream {
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

// Loaded only where a person reads, and not run in a thread of its own: what that writes comes
// after lines of other processes that were written later.
function prettyLines(): DestinationStream {
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof pinoPretty;
  return pretty({
    messageKey: 'event',
    ignore: 'pid,hostname,service',
    translateTime: 'HH:MM:ss',
    sync: true,
  });
}

/** Names a line that has no event: pino would take the message of its error for one. */
function nameEvent(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const [first, event] = args as unknown[];
  if (event !== undefined || typeof first !== 'object' || first === null) log.apply(this, args);
  else log.call(this, first instanceof Error ? { err: first } : first, 'unnamed event');
}
