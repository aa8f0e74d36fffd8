import { getDocumentProxy } from 'unpdf';

export type ReadPdf = Awaited<ReturnType<typeof readPdf>>;

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

interface StructureNode {
  role?: string;
  children?: StructureNode[];
}

interface Bookmark {
  title: string;
  items: Bookmark[];
}

/** Reads a PDF with an independent library, for the tests. */
export async function readPdf(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { info }: { info: { Title?: string; Language?: string } } = await pdf.getMetadata();
  const marks = await pdf.getMarkInfo();
  const viewer: { DisplayDocTitle?: boolean } | null = await pdf.getViewerPreferences();
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) =>
      readPage(await pdf.getPage(index + 1)),
    ),
  );
  return {
    title: info.Title,
    language: info.Language,
    tagged: marks?.Marked === true,
    /** Whether viewers show its title instead of its file name. */
    showsTitle: viewer?.DisplayDocTitle === true,
    /** The printed text of each page. */
    pages: pages.map(({ printed }) => printed),
    /** The text for screen readers: everything except artifacts. */
    text: pages.map(({ read }) => read).join(' '),
    roles: pages.flatMap(({ roles }) => roles),
    bookmarks: titlesOf(await pdf.getOutline()),
    links: pages.flatMap(({ links }) => links),
  };
}

async function readPage(page: Page) {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const printed: string[] = [];
  const read: string[] = [];
  let inArtifact = false;
  for (const item of items) {
    if ('str' in item) {
      const text = item.hasEOL ? `${item.str} ` : item.str;
      printed.push(text);
      if (!inArtifact) read.push(text);
    } else if (item.type.startsWith('begin')) {
      inArtifact = (item as { tag?: string }).tag === 'Artifact';
    }
  }
  const annotations = (await page.getAnnotations()) as { unsafeUrl?: string }[];
  return {
    printed: singleSpaced(printed),
    read: singleSpaced(read),
    roles: rolesIn((await page.getStructTree()) as StructureNode),
    links: annotations.flatMap(({ unsafeUrl }) => unsafeUrl ?? []),
  };
}

function singleSpaced(parts: string[]): string {
  return parts.join('').replace(/\s+/g, ' ').trim();
}

function rolesIn({ role, children = [] }: StructureNode): string[] {
  return [...(role ? [role] : []), ...children.flatMap(rolesIn)];
}

function titlesOf(bookmarks: Bookmark[]): string[] {
  return bookmarks.flatMap(({ title, items }) => [title, ...titlesOf(items)]);
}
