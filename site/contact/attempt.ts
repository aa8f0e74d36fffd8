/** The result of an action on storage, which may be full or forbidden; that is not worth an error. */
export function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
