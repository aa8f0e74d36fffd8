const element = /<(?:meta|link|base)(?:"[^"]*"|[^">])*>|<(title|style|script)\b[\s\S]*?<\/\1>/g;

/** The first pattern that an element matches gives its place; what matches none comes last. */
const order = [
  /^<meta charset/,
  /^<meta http-equiv/,
  /^<meta name="viewport"/,
  /^<title/,
  /^<link rel="preload"/,
  /^<style/,
  /^<meta/,
  /^<link/,
];

export interface Head {
  /** Up to and including the opening tag. */
  before: string;
  elements: string[];
  /** From the closing tag on. */
  after: string;
}

/** Takes a page apart around the elements of its head. */
export function splitHead(html: string): Head {
  const start = html.indexOf('<head>') + '<head>'.length;
  const end = html.indexOf('</head>');
  if (end < start) throw new Error('The page has no head.');
  return {
    before: html.slice(0, start),
    elements: html.slice(start, end).match(element) ?? [],
    after: html.slice(end),
  };
}

/** The charset must stand in the first kilobyte; fonts and styles come before what can wait. */
export function orderHead(elements: readonly string[]): string[] {
  return elements.toSorted((one, other) => place(one) - place(other));
}

function place(tag: string): number {
  const index = order.findIndex((pattern) => pattern.test(tag));
  return index === -1 ? order.length : index;
}
