import { statfs } from 'node:fs/promises';

import { critical, ok, warning, type Check } from './finding.ts';

const free = { warning: 0.15, critical: 0.05 };

/** The disk of the folder that `npm start` keeps its data in, if it is here. */
export function checkDisk(folder: string): Check {
  return {
    subject: 'Disk',
    mend: 'Set DATA_DIR to the folder of the data.',
    async run() {
      const disk = await statfs(folder).catch(() => undefined);
      if (!disk) return [ok('The data is not on this machine.')];
      const share = disk.bavail / disk.blocks;
      const says = `${Math.round(share * 100)} % of the disk of ${folder} is free.`;
      const mend = 'Make room: a full disk stops Redis and MongoDB.';
      if (share < free.critical) return [critical(says, mend)];
      return [share < free.warning ? warning(says, mend) : ok(says)];
    },
  };
}
