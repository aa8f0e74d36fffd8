/** What the page's script must not be, to do the same inside a page as in a file of its own. */
const unfit = [
  { what: 'would end its own element', pattern: /<\/script|<!--/i },
  { what: 'asks for a file beside it', pattern: /["'`]\.{1,2}\// },
  { what: 'has parts that another file imports', pattern: /\bexport\b/ },
];

export interface ScriptTaken {
  /** The script with its code inside, to be put where it is wanted. */
  script: string;
  /** The other elements, in their order. */
  rest: string[];
}

/**
 * Takes the link to the page's script out of the head, and gives the script itself: fetching a file
 * costs every first view a request, which competes with the fonts.
 */
export function takeScript(
  elements: readonly string[],
  assets: ReadonlyMap<string, string>,
): ScriptTaken {
  const link = elements.find((element) => element.startsWith('<script type="module"'));
  if (link === undefined) throw new Error('The page has no script.');
  return { script: writeOut(link, assets), rest: elements.filter((element) => element !== link) };
}

function writeOut(link: string, assets: ReadonlyMap<string, string>): string {
  const address = /src="([^"]+)"/.exec(link)?.[1] ?? '';
  const code = assets.get(address)?.trim();
  if (code === undefined) throw new Error(`There is no script ${address} to inline.`);
  for (const { what, pattern } of unfit) {
    if (pattern.test(code)) throw new Error(`The script ${address} ${what}.`);
  }
  return `<script type="module">${code}</script>`;
}
