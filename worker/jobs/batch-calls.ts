/**
 * Wraps a function that handles many inputs per call, so that callers can pass one at a time. Calls
 * within one turn of the event loop are handled together or, if that fails, one by one, so that one
 * cannot hold up others.
 */
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
