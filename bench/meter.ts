import { writeFileSync } from 'node:fs';

/** What a process says of itself when it is asked; times in seconds, sizes in megabytes. */
export interface Reading {
  cpu: number;
  memory: number;
  highestMemory: number;
}

function read(): Reading {
  const { user, system } = process.cpuUsage();
  return {
    cpu: (user + system) / 1e6,
    memory: process.memoryUsage.rss() / 2 ** 20,
    highestMemory: process.resourceUsage().maxRSS / 2 ** 10,
  };
}

// Loaded into each measured process ahead of its own code. `ps` would not do: its clock ticks
// only a hundred times a second, or once.
process.on('message', (message) => {
  if (message === 'read meter') process.send?.(read());
});
process.channel?.unref();

const { METER_FILE: file } = process.env;
if (file) process.once('exit', () => writeFileSync(file, JSON.stringify(read())));
