/** What the PDFs say besides the documents themselves. */
export const words = {
  contents: 'Contents',
  telephone: 'Telephone',
};

export function pageCount(number: number, total: number): string {
  return `Page ${number} of ${total}`;
}
