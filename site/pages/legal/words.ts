/** What the legal pages say besides the documents themselves. */
export const words = {
  contents: 'Contents',
  newTab: 'Opens in a new tab',
  diagram: 'POPI Act',
};
