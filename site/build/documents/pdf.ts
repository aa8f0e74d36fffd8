import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFDocument, PDFName, type PDFRawStream } from '@cantoo/pdf-lib';
import { create, type Font } from 'fontkit';

import { theme } from '../../../firm/theme.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * The absolute path of the file of a complete font. A name with a leading slash is a path in
 * firm/public/; any other name is a path in a package.
 */
export function wholeFont(file: string): string {
  return file.startsWith('/') ? resolve(`../../../firm/public${file}`) : resolve(file);
}

/**
 * Lays out data as a PDF with a Typst template, which reads the data as JSON from
 * `sys.inputs.data`.
 *
 * @throws Error if a typeface lacks a character of the data, or the template is wrong.
 */
export async function layOut(template: string, data: object): Promise<Uint8Array> {
  const { display, text } = theme.typefaces;
  const fonts = [...display.whole, ...text.whole].map((file) => readFileSync(wholeFont(file)));
  const json = JSON.stringify(data);
  requireGlyphs(json, fonts);
  // Loaded only when needed, because it is large.
  const typst = await import('@myriaddreamin/typst-ts-web-compiler');
  typst.initSync({ module: readFileSync(resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) });
  const builder = new typst.TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fonts) await builder.add_raw_font(font);
  const compiler = await builder.build();
  compiler.add_source('/main.typ', template);
  const withDiagnostics = 3;
  const { result, diagnostics } = compiler.compile(
    '/main.typ',
    [['data', json]],
    'pdf',
    withDiagnostics,
  ) as { result?: Uint8Array; diagnostics?: unknown };
  if (result) return result;
  throw new Error(`Typst cannot lay out the document: ${JSON.stringify(diagnostics)}`);
}

/**
 * Throws if a font lacks a character of the text. The fonts have the Latin letters of European
 * languages, but not those of Tshivenḓa, and no Greek, Cyrillic or Arabic.
 */
function requireGlyphs(text: string, files: Buffer[]): void {
  const fonts = files.map((file) => create(file) as Font);
  const missing = [...new Set(text)].filter((letter) =>
    fonts.some((font) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
  );
  if (missing.length > 0) throw new Error(`The typefaces of the PDFs lack ${missing.join(' ')}.`);
}

const universalAccess =
  '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>';

/**
 * Marks a tagged PDF as PDF/UA, which this build of Typst cannot do, and sets its title. Saving the
 * PDF also compresses the structure for screen readers, which would be half of the file.
 */
export async function declareAccessible(tagged: Uint8Array, title: string): Promise<Buffer> {
  const pdf = await PDFDocument.load(tagged, { updateMetadata: false });
  pdf.setTitle(title, { showInWindowTitleBar: true });
  const metadata = PDFName.of('Metadata');
  const { contents } = pdf.catalog.lookup(metadata) as PDFRawStream;
  const described = Buffer.from(contents)
    .toString()
    .replace('</rdf:RDF>', `${universalAccess}</rdf:RDF>`);
  const stream = pdf.context.stream(described, { Type: 'Metadata', Subtype: 'XML' });
  pdf.catalog.set(metadata, pdf.context.register(stream));
  return Buffer.from(await pdf.save());
}
