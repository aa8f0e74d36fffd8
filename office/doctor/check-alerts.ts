import { describeAge } from '../../platform/describe-age.ts';
import { readAlertState } from '../alerts/alert-store.ts';
import { notChecked, ok, warning, type CheckResult, type Product } from './finding.ts';
import { runbooks } from './runbooks.ts';

const names = { mail: 'ALERT_EMAIL', webhook: 'ALERT_WEBHOOK_URL' } as const;

/**
 * Milliseconds without checks after which alerts count as stopped. If the process that runs the
 * checks stops, another takes over sooner than that.
 */
const maxAge = 300_000;

/** Checks that alerts can be sent. */
export async function checkAlerts({
  redis,
  queuePrefix,
  hasAlertTarget,
}: Product): Promise<CheckResult[]> {
  if (!hasAlertTarget) {
    return [notChecked('neither ALERT_EMAIL nor ALERT_WEBHOOK_URL is set')];
  }
  const { savedAt, failing } = await readAlertState(await redis(), queuePrefix);
  const broken = Object.entries(failing).map(
    ([channel, { code }]) =>
      `Alerts to ${names[channel as keyof typeof names]} are failing (${code}).`,
  );
  if (broken.length > 0) {
    return [warning(broken.join(' '), runbooks.alerting)];
  }
  const age = Date.now() - savedAt;
  if (savedAt > 0 && age > maxAge) {
    const says = `Alerts have stopped: the last check was ${describeAge(age)} ago.`;
    return [warning(says, runbooks.alerting)];
  }
  if (savedAt === 0) return [ok('Alerts are set up. The checks have not run yet.')];
  return [ok(`Alerts are on. Last check ${describeAge(age)} ago.`)];
}
