import { setTimeout as sleep } from 'node:timers/promises';

import type { Fleet } from './fleet.ts';
import { measureRecovery } from './measure-recovery.ts';
import type { Member } from './member.ts';
import type { Fault, Victim } from './schedule.ts';

/** A fault that happened, and how long the pipeline took to be whole again. */
export interface Recovery {
  victim: Victim;
  /** Milliseconds; see `measureRecovery` for from when to when. */
  took: number;
}

/**
 * Kills and restarts as planned, one fault after the other, each when as many enquiries have
 * been begun as the plan says. Resolves when every victim is back.
 */
export async function injectFaults(
  fleet: Fleet,
  faults: Fault[],
  progress: () => number,
  say: (line: string) => void,
): Promise<Recovery[]> {
  const recoveries: Promise<Recovery>[] = [];
  for (const fault of faults) {
    while (progress() < fault.at) await sleep(20);
    const member = pick(fleet, fault);
    say(`${Math.round(progress() * 100)} %: kill ${fault.victim}, for ${fault.down} ms`);
    const measure = await measureRecovery(fleet, fault.victim);
    await member.kill();
    await sleep(fault.down);
    await member.start();
    recoveries.push(measure().then((took) => ({ victim: fault.victim, took })));
  }
  return Promise.all(recoveries);
}

function pick(fleet: Fleet, { victim, index }: Fault): Member {
  const members = fleet.members[victim];
  const member = members[index % members.length];
  if (!member) throw new Error(`There is no ${victim} to kill.`);
  return member;
}
