import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { TLSSocket } from 'node:tls';

/** The maximum number of milliseconds from sending the request to the end of the response. */
const publicTimeout = 5_000;

export interface PublicAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** When the certificate expires; absent without TLS. */
  certificateEnds?: Date;
}

interface PublicRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** A public URL gave no complete response. The message lacks a subject: `cannot be reached`. */
export class PublicAddressError extends Error {
  override name = 'PublicAddressError';
  readonly isCertificate: boolean;

  constructor(message: string, isCertificate: boolean, cause: unknown) {
    super(message, { cause });
    this.isCertificate = isCertificate;
  }
}

/**
 * Requests a URL as a visitor would, through any proxies in front of it. Does not follow redirects.
 *
 * @throws PublicAddressError if there is no complete response within five seconds.
 */
export function askPublic(
  url: string,
  { method = 'GET', headers = {}, body }: PublicRequest = {},
): Promise<PublicAnswer> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(publicTimeout);
  return new Promise<PublicAnswer>((resolve, reject) => {
    // Some content delivery networks refuse requests without this header.
    const all = { 'User-Agent': 'enquiries-monitor', ...headers };
    // Without an agent, each request opens a new connection and so tests the certificate.
    const request = send(url, { method, headers: all, signal, agent: false }, (response) => {
      const { socket, statusCode = 0 } = response;
      const ends = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => {
        const certificate = ends ? { certificateEnds: new Date(ends) } : {};
        resolve({ status: statusCode, headers: response.headers, text, ...certificate });
      });
    });
    request.on('error', reject);
    request.end(body);
  }).catch((error: unknown) => {
    throw describe(error);
  });
}

/** Whether a URL is HTTPS on the loopback interface, where the certificate is self-signed. */
export function isLocalHttps(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && /^(localhost|127\..*|\[::1\]|.*\.localhost)$/.test(hostname);
}

const certificateErrors = /CERT|SIGNATURE|ALTNAME|CRL|UNABLE_TO/;

function describe(error: unknown): PublicAddressError {
  const { name, code = 'no code' } = error as { name: string; code?: string };
  if (name === 'AbortError' || name === 'TimeoutError') {
    const message = `does not respond within ${publicTimeout / 1_000} s`;
    return new PublicAddressError(message, false, error);
  }
  const isCertificate = certificateErrors.test(code);
  const what = isCertificate ? 'has an invalid certificate' : 'cannot be reached';
  return new PublicAddressError(`${what} (${code})`, isCertificate, error);
}
