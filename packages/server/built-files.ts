import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { RequestHandler, Response } from 'express';

/** Files in memory, by their path within a folder, such as `/assets/app.js`. */
export type BuiltFiles = ReadonlyMap<string, Buffer>;

/** The compressed variants that the build writes, smallest first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Reads a folder without its hidden files, but with `/.well-known/` (RFC 8615). @throws Error. */
export function readFiles(folder: string): BuiltFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [file.slice(folder.length).replaceAll(sep, '/'), readFileSync(file)] as const);
  return new Map(files.filter(([path]) => !/\/\.(?!well-known\/)/.test(path)));
}

/** Serves the file or page at a request's path in the smallest accepted encoding. */
export function serveFiles(
  files: () => BuiltFiles,
  setHeaders: (response: Response, path: string) => void,
): RequestHandler {
  return (request, response, next) => {
    const built = files();
    const asked = request.path.replace(/\/$/, '');
    const path = [asked, `${asked}.html`, `${asked}/index.html`].find((name) => built.has(name));
    if (path === undefined) {
      next();
      return;
    }
    const encoding = encodings.find(
      ([name, ending]) => built.has(path + ending) && request.acceptsEncodings(name),
    );
    if (encoding) response.set('Content-Encoding', encoding[0]);
    response.vary('Accept-Encoding').type(extname(path));
    setHeaders(response, path);
    response.send(built.get(path + (encoding?.[1] ?? '')));
  };
}
