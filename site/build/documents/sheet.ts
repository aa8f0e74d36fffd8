import { page } from './layout.ts';
import type { Pdf, Tag } from './pdf.ts';

/** The position of the next line, and the page on which each section starts. */
export class Sheet {
  readonly pdf: Pdf;
  readonly root: Tag;
  readonly sectionPages = new Map<string, number>();
  pageNumber = 0;
  y = 0;
  readonly #onNewPage: (sheet: Sheet) => void;

  /** Begins the first page. `onNewPage` draws what every page carries. */
  constructor(pdf: Pdf, onNewPage: (sheet: Sheet) => void) {
    this.pdf = pdf;
    this.root = pdf.struct('Document');
    this.#onNewPage = onNewPage;
    pdf.addStructure(this.root);
    this.turn();
  }

  get room(): number {
    return page.bottom - this.y;
  }

  get atTop(): boolean {
    return this.y === page.top;
  }

  turn(): void {
    this.pdf.addPage();
    this.pageNumber += 1;
    this.y = page.top;
    this.#onNewPage(this);
  }

  /** Starts a new page unless this much still fits. */
  keep(height: number): void {
    if (height > this.room) this.turn();
  }

  /** Adds white space, except at the top of a page. */
  skip(height: number): void {
    if (!this.atTop) this.y += height;
  }
}
