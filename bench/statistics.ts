/** The value in the middle, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/**
 * The value below which the given share of the values lies, between the two nearest ones.
 *
 * @throws RangeError when there are no values.
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = ((sorted.length - 1) * percent) / 100;
  const lower = sorted[Math.floor(position)];
  const upper = sorted[Math.ceil(position)];
  if (lower === undefined || upper === undefined) throw new RangeError('There are no values.');
  return lower + (upper - lower) * (position - Math.floor(position));
}

/** The quotients of values that were measured in the same rounds. */
export function ratios(values: readonly number[], bases: readonly number[]): number[] {
  return values.flatMap((value, round) => {
    const base = bases[round];
    return base === undefined ? [] : [value / base];
  });
}

/**
 * Runs every contender once in each round, beginning with another one each time, so that a change
 * in how busy the machine is touches all of them alike. Samples are by contender and round.
 */
export async function runRounds<Name extends string, Sample>(
  rounds: number,
  contenders: readonly Name[],
  run: (contender: Name, round: number) => Promise<Sample>,
): Promise<Record<Name, Sample[]>> {
  const samples = Object.fromEntries(contenders.map((name) => [name, [] as Sample[]]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % contenders.length;
    for (const name of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      samples[name]?.push(await run(name, round));
    }
  }
  return samples as Record<Name, Sample[]>;
}
