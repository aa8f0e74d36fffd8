/** Handles the calls of one turn of the event loop together or, if that fails, one by one. */
export function batch<Input, Output>(
  doAll: (inputs: Input[]) => Promise<Output[]>,
): (input: Input) => Promise<Output | undefined> {
  let inputs: Input[] = [];
  let outputs: Promise<Output[]> | undefined;

  async function atEndOfTurn(): Promise<Output[]> {
    await new Promise(setImmediate);
    const batched = inputs;
    [inputs, outputs] = [[], undefined];
    return doAll(batched);
  }

  return async (input) => {
    const position = inputs.push(input) - 1;
    outputs ??= atEndOfTurn();
    const together = await outputs.catch(() => undefined);
    return together ? together[position] : (await doAll([input]))[0];
  };
}
