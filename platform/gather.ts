/**
 * Turns a function that does many things in one exchange into one that is asked for them one by
 * one: what is asked for within a turn of the event loop is done together.
 */
export function gather<Input, Output>(
  doAll: (inputs: Input[]) => Promise<Output[]>,
): (input: Input) => Promise<Output> {
  let inputs: Input[] = [];
  let outputs: Promise<Output[]> | undefined;

  async function atEndOfTurn(): Promise<Output[]> {
    await new Promise(setImmediate);
    const gathered = inputs;
    [inputs, outputs] = [[], undefined];
    return doAll(gathered);
  }

  return async (input) => {
    const position = inputs.push(input) - 1;
    const output = (await (outputs ??= atEndOfTurn()))[position];
    if (output === undefined) throw new Error('Fewer results than were asked for.');
    return output;
  };
}
