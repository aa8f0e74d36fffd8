/**
 * The number of characters in the longest line of a name. The name is on two lines of similar
 * length, or on one line if it has no space.
 */
export function lineLength(name: string): number {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const longer = spaces.map((space) => Math.max(space, name.length - space - 1));
  return Math.min(name.length, ...longer);
}
