import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg, type ResvgRenderOptions } from '@resvg/resvg-wasm';

const { resolve } = createRequire(import.meta.url);
// Vite loads its configuration, and so this file, twice in a process; the library refuses that.
await initWasm(readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm'))).catch(() => undefined);

/** Draws an SVG as a PNG of the given width. It has no fonts but those of the file. */
export function drawPng(svg: string, width: number, fontFile?: string): Buffer {
  return Buffer.from(read(svg, fontFile, { mode: 'width', value: width }).render().asPng());
}

export function measure(markup: string, fontFile: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${markup}</svg>`;
  return read(svg, fontFile).getBBox() ?? { x: 0, y: 0, width: 0, height: 0 };
}

function read(svg: string, fontFile?: string, fitTo?: ResvgRenderOptions['fitTo']) {
  const fontBuffers = fontFile === undefined ? [] : [readFileSync(fontFile)];
  return new Resvg(svg, { font: { fontBuffers }, ...(fitTo && { fitTo }) });
}
