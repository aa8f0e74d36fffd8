/**
 * The progress of a run with the estimated remaining time, such as `40 %, 3 min left`.
 *
 * @param share of the run that is done, from 0 to 1.
 * @param elapsed milliseconds since it began.
 */
export function describeProgress(share: number, elapsed: number): string {
  const percent = `${Math.floor(share * 100)} %`;
  if (share <= 0) return percent;
  const seconds = Math.ceil((elapsed * (1 - share)) / share / 1_000);
  return `${percent}, ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
}
