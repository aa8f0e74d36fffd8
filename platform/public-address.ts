import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { TLSSocket } from 'node:tls';

/** Milliseconds that an answer may take, from the first byte sent to its last byte. */
const publicTimeout = 5_000;

/** What the address answered that visitors use. */
export interface PublicAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** When the certificate ends; absent without TLS. */
  certificateEnds?: Date;
}

interface PublicRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** An address that gave no answer. Its message is half a sentence, such as `it does not answer`. */
export class PublicAddressError extends Error {
  override name = 'PublicAddressError';
  readonly isCertificate: boolean;

  constructor(message: string, isCertificate: boolean) {
    super(message);
    this.isCertificate = isCertificate;
  }
}

/**
 * Asks an address as a visitor would, through whatever stands in front of it. Redirections are not
 * followed.
 *
 * @throws PublicAddressError when there is no whole answer within five seconds.
 */
export function askPublic(
  url: string,
  { method = 'GET', headers = {}, body }: PublicRequest = {},
): Promise<PublicAnswer> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(publicTimeout);
  return new Promise<PublicAnswer>((resolve, reject) => {
    // Without an agent nothing is kept: each look is at a connection of its own.
    const request = send(url, { method, headers, signal, agent: false }, (response) => {
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

/** Whether an address leads from any machine to that machine itself, with a certificate of its own. */
export function leadsToItself(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && /^(localhost|127\..*|\[::1\]|.*\.localhost)$/.test(hostname);
}

const ofCertificates = /CERT|SIGNATURE|ALTNAME|CRL|UNABLE_TO/;

function describe(error: unknown): PublicAddressError {
  const { name, code = 'no code' } = error as { name: string; code?: string };
  if (name === 'AbortError' || name === 'TimeoutError') {
    return new PublicAddressError(`it does not answer within ${publicTimeout / 1_000} s`, false);
  }
  const isCertificate = ofCertificates.test(code);
  const what = isCertificate ? 'its certificate is not good' : 'it cannot be reached';
  return new PublicAddressError(`${what} (${code})`, isCertificate);
}
