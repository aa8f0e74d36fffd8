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
