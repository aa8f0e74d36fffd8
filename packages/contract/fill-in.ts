/** Replaces the `{names}` in a sentence with their values, or with nothing if they have none. */
export function fillIn(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
