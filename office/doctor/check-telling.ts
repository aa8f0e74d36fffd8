import { describeAge } from '../../platform/canary-proof.ts';
import { readToldState } from '../alerts/alert-store.ts';
import { notLookedAt, ok, warning, type CheckResult, type Product } from './finding.ts';

const names = { mail: 'Mail to ALERT_EMAIL', webhook: 'ALERT_WEBHOOK_URL' } as const;

/** Milliseconds: several looks, and longer than another office waits before it takes over. */
const tooLong = 300_000;

/** Whether those who are to be told of findings can be. */
export async function checkTelling({
  redis,
  queuePrefix,
  tellsSomebody,
}: Product): Promise<CheckResult[]> {
  if (!tellsSomebody) {
    return [notLookedAt('nobody is told: neither ALERT_EMAIL nor ALERT_WEBHOOK_URL is set')];
  }
  const { savedAt, failing } = await readToldState(await redis(), queuePrefix);
  const broken = Object.entries(failing).map(
    ([channel, { code }]) => `${names[channel as keyof typeof names]} fails (${code}).`,
  );
  if (broken.length > 0) {
    return [warning(broken.join(' '), 'See docs/operations.md, Alerting.')];
  }
  const age = Date.now() - savedAt;
  if (savedAt > 0 && age > tooLong) {
    const says = `Nobody is told: no office has looked for ${describeAge(age)}.`;
    return [warning(says, 'See docs/operations.md, Alerting.')];
  }
  if (savedAt === 0) return [ok('Somebody is told. No office has looked yet.')];
  return [ok(`Somebody is told. An office looked ${describeAge(age)} ago.`)];
}
