/** The number of letters in the longer line if a name is set on two lines of similar length. */
export function lineLength(name: string): number {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const longer = spaces.map((space) => Math.max(space, name.length - space - 1));
  return Math.min(name.length, ...longer);
}
