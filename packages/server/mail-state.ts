import type { Redis } from './redis.ts';

interface ChannelFailure {
  reason: string;
  /** Whether the channel receives messages, but does not confirm that it accepts them. */
  isUnconfirmed: boolean;
  /** When the failure began, in milliseconds since 1970. */
  since: number;
  failures: number;
}

export interface RefusedMailbox {
  address: string;
  reason: string;
}

/** The recipients whom the mail server refused for the last staff notification. */
interface StaffRefusals {
  mailboxes: RefusedMailbox[];
  all: boolean;
}

/** Tracks a channel in Redis, for the checks. Writes do not wait: sending must not depend on it. */
export function trackChannel(redis: Redis, prefix: string, channel: string) {
  const key = `${prefix}:channel:${channel}`;
  const staffKey = `${key}:staff`;
  const acceptedKey = `${key}:accepted`;
  const keep = (written: Promise<unknown>) => void written.catch(() => undefined);
  return {
    accepted: () => keep(redis.multi().del(key).set(acceptedKey, Date.now()).exec()),
    /** Records that the channel itself failed, not just one message. */
    failed({ reason, isUnconfirmed }: Pick<ChannelFailure, 'reason' | 'isUnconfirmed'>) {
      const commands = redis.multi().hset(key, { reason, isUnconfirmed: Number(isUnconfirmed) });
      keep(commands.hsetnx(key, 'since', Date.now()).hincrby(key, 'failures', 1).exec());
    },
    refusedStaff: (refusals: StaffRefusals) =>
      keep(
        refusals.mailboxes.length === 0
          ? redis.del(staffKey)
          : redis.set(staffKey, JSON.stringify(refusals)),
      ),
    /** Reads the failure. Undefined if the last message was accepted or none was ever sent. */
    async readFailure(): Promise<ChannelFailure | undefined> {
      const { reason, isUnconfirmed, since, failures } = await redis.hgetall(key);
      if (reason === undefined) return undefined;
      const counted = { since: Number(since), failures: Number(failures) };
      return { reason, isUnconfirmed: isUnconfirmed === '1', ...counted };
    },
    /** When it last accepted a message, in milliseconds since 1970. Undefined if it never has. */
    async readAccepted(): Promise<number | undefined> {
      return Number(await redis.get(acceptedKey)) || undefined;
    },
    async readStaffRefusals(): Promise<StaffRefusals | undefined> {
      const text = await redis.get(staffKey);
      return text === null ? undefined : (JSON.parse(text) as StaffRefusals);
    },
  };
}
