import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { RequestHandler, Response } from 'express';

/** Files in memory, by their path within a folder, such as `/assets/app.js`. */
export type BuiltFiles = ReadonlyMap<string, Buffer>;

/** What the build writes beside a file, the smallest first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Reads all files of a folder except hidden ones; `/.well-known/` (RFC 8615) is public. They are
 * small, and a copy in memory stays complete when the folder is built again.
 *
 * @throws Error if there is no such folder.
 */
export function readFiles(folder: string): BuiltFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [file.slice(folder.length).replaceAll(sep, '/'), file] as const)
    .filter(([path]) => !/\/\.(?!well-known\/)/.test(path));
  return new Map(files.map(([path, file]) => [path, readFileSync(file)]));
}

/**
 * Answers with the file at the path of a request, or with the page there, in the smallest encoding
 * that the browser takes. Leaves all other paths to whatever comes next.
 *
 * @param setHeaders sets further headers of an answer, by the path of its file
 */
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
