/** What a process says of itself when it is asked: seconds, and megabytes. */
export interface Reading {
  cpu: number;
  memory: number;
}

// Loaded into each measured process ahead of its own code. `ps` would not do: its clock ticks
// only a hundred times a second, or once.
process.on('message', (message) => {
  if (message !== 'read meter') return;
  const { user, system } = process.cpuUsage();
  const reading: Reading = {
    cpu: (user + system) / 1e6,
    memory: process.memoryUsage.rss() / 2 ** 20,
  };
  process.send?.(reading);
});
process.channel?.unref();
