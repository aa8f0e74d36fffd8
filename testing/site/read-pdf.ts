import { getDocumentProxy } from 'unpdf';

export interface ReadPdf {
  title: string | undefined;
  language: string | undefined;
  tagged: boolean;
  /** Whether viewers show its title instead of its file name. */
  showsTitle: boolean;
  /** The printed text of each page. */
  pages: string[];
  /** The text for screen readers: everything except artifacts. */
  text: string;
  roles: string[];
  bookmarks: string[];
  links: string[];
}

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
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
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
    showsTitle: viewer?.DisplayDocTitle === true,
    pages: pages.map(({ printed }) => printed),
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
