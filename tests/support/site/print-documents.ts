import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Route } from 'playwright-core';
import { loadEnv } from 'vite';

import { companyEnv, companyFrom } from '#contract/company.ts';
import { firm } from '#firm/firm.ts';
import { theme } from '#firm/theme.ts';
import { projectRoot } from '../../../dev/processes.ts';
import { printedDocuments } from '../../../site/build/documents.ts';
import { launchBrowser } from '../browser.ts';

const { family } = theme.typefaces.text;
const weights = { '/print/text.ttf': 400, '/print/text-strong.ttf': 600 };

/** Chromium turns variable fonts into outlines that cannot be searched, so PDFs use static ones. */
const printStyle = [
  '<style>',
  ...Object.entries(weights).map(
    ([path, weight]) =>
      `@font-face{font-family:'${family}';src:url('${path}');font-weight:${weight}}`,
  ),
  '@page{size:A4;@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8pt sans-serif}}',
  '</style></head>',
].join('');

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.css': 'text/css' };

/** Answers requests from the built site, with other fonts and without its security policy. */
async function serveBuilt(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const isFont = pathname.startsWith('/print/');
  const file = isFont
    ? join(projectRoot, 'firm/fonts', pathname.slice('/print/'.length))
    : join(projectRoot, 'dist', extname(pathname) ? pathname : `${pathname}/index.html`);
  if (!existsSync(file)) return route.fulfill({ status: 404 });
  const body = readFileSync(file);
  if (extname(file) !== '.html') {
    return route.fulfill({ body, contentType: types[extname(file)] ?? 'application/octet-stream' });
  }
  const page = body
    .toString()
    .replace(/@font-face\{[^}]*\}/g, (face) => (face.includes(`'${family}';`) ? '' : face))
    .replace('</head>', printStyle);
  return route.fulfill({ body: page, contentType: types['.html'] ?? '' });
}

/** `npm run documents`: prints the legal pages into firm/public/ and copies them into `dist/`. */
async function printDocuments(): Promise<void> {
  const env = loadEnv('production', projectRoot, Object.keys(companyEnv.shape));
  const company = companyFrom(firm, env);
  const browser = await launchBrowser();
  // Scripts load the print styles after the page; without scripts, the page waits for them.
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.route('**', serveBuilt);
  for (const { path, document, file, mark } of printedDocuments(company)) {
    const page = await context.newPage();
    await page.goto(company.siteUrl + path);
    await page.evaluate((title) => (globalThis.document.title = title), document.title);
    const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.concat([pdf, Buffer.from(mark)]));
    const built = join(projectRoot, 'dist', document.download.href);
    mkdirSync(dirname(built), { recursive: true });
    copyFileSync(file, built);
    console.log(`${file}: ${pdf.length} bytes`);
  }
  await browser.close();
}

await printDocuments();
