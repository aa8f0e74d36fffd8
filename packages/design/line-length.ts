/** The length of the longest line of a name that is set on two lines of similar length. */
export function lineLength(name: string): number {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const longer = spaces.map((space) => Math.max(space, name.length - space - 1));
  return Math.min(name.length, ...longer);
}
