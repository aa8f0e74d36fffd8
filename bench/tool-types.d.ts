// Types for packages that are only in bench/package.json, so that types can be checked without
// installing them.
declare module 'chrome-launcher' {
  export function launch(options: {
    chromePath: string;
    chromeFlags: string[];
    handleSIGINT: boolean;
  }): Promise<{ port: number; kill: () => void }>;
}
declare module '@fastify/helmet' {
  export default function fastifyHelmet(app: never, options: object): unknown;
}
declare module '@fastify/rate-limit' {
  export default function fastifyRateLimit(app: never, options: object): unknown;
}
declare module 'fastify' {
  interface Reply {
    code: (status: number) => Reply;
    send: (body: unknown) => unknown;
  }
  type Handler = (request: { body: unknown }, reply: Reply) => unknown;
  type Plugin = (app: never, options: object) => unknown;
  export function fastify(options: { logger: boolean }): {
    register: (plugin: Plugin, options?: object) => Promise<unknown>;
    get: (path: string, handler: Handler) => unknown;
    post: (path: string, handler: Handler) => unknown;
    listen: (address: { port: number; host: string }) => Promise<unknown>;
  };
}
declare module 'lighthouse' {
  export interface Result {
    categories: Record<string, { score: number | null }>;
    audits: Record<string, { numericValue?: number }>;
    runtimeError?: { code: string };
  }
  export default function lighthouse(
    url: string,
    options: { port: number; logLevel: 'silent' },
  ): Promise<{ lhr: Result } | undefined>;
}
