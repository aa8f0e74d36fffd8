import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { TLSSocket } from 'node:tls';

import { contactPath } from '#contract/api.ts';
import { critical, graded, notChecked, ok, type CheckContext, type Result } from './check.ts';

const dayInMilliseconds = 86_400_000;
/** Limits for the days since the certificate should have been renewed. */
const unrenewed = { warning: 0, critical: 11 };
/** Days before expiry by which a certificate should be renewed. Caddy renews it 30 days before. */
const renewedBefore = 14;
const renew = ['Renew the certificate.', 'The certificate expires'] as const;
/** Milliseconds from sending a request to the end of the response. */
const answerWithin = 5_000;

export async function checkSite({ siteUrl }: CheckContext): Promise<Result> {
  return checkAddress(siteUrl, '/', 200);
}

/** Checks the API at its public URL with a request that changes nothing: it accepts only POST. */
export async function checkApi({ siteUrl, apiUrl = siteUrl }: CheckContext): Promise<Result> {
  return checkAddress(apiUrl, contactPath, 405);
}

async function checkAddress(
  origin: string | undefined,
  path: string,
  wanted: number,
): Promise<Result> {
  if (origin === undefined) return notChecked('SITE_URL is not set');
  if (/^https:\/\/(localhost|127\.|\[::1\]|[^/:]*\.localhost)/.test(origin)) {
    return notChecked(`${origin} is this machine, not the web server`);
  }
  try {
    const { status, certificateEnds } = await ask(`${origin}${path}`);
    if (status !== wanted) {
      return critical(`${origin}${path} answers with ${status}.`, 'Restart it, and read its log.');
    }
    const certificate = certificateEnds && judgeCertificate(origin, certificateEnds);
    return certificate && certificate.level !== 'ok' ? certificate : ok(`${origin} answers.`);
  } catch (error) {
    const { name, code = 'no code' } = error as { name: string; code?: string };
    if (/CERT|SIGNATURE|ALTNAME|CRL|UNABLE_TO/.test(code)) {
      return critical(`${origin} has an invalid certificate (${code}).`, ...renew);
    }
    const isLate = /Abort|Timeout/.test(name);
    const what = isLate ? `does not answer within ${answerWithin / 1_000} s` : `cannot be reached`;
    return critical(`${origin} ${what} (${code}).`, 'Restart it, and read its log.');
  }
}

export function judgeCertificate(origin: string, ends: Date, now = Date.now()): Result {
  const days = Math.floor((ends.getTime() - now) / dayInMilliseconds);
  const when = days < 0 ? `expired ${-days} days ago` : `expires in ${days} days`;
  const says = `The certificate of ${new URL(origin).hostname} ${when}.`;
  return graded(renewedBefore - days, unrenewed, says, ...renew);
}

/** Requests a URL as a visitor would, on a connection of its own. Does not follow redirects. */
function ask(url: string): Promise<{ status: number; certificateEnds: Date | undefined }> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(answerWithin);
  // Some content delivery networks refuse requests without a User-Agent.
  const headers = { 'User-Agent': 'enquiries-monitor' };
  return new Promise((resolve, reject) => {
    const request = send(url, { headers, signal, agent: false }, (response) => {
      const { socket, statusCode: status = 0 } = response;
      const ends = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : undefined;
      const certificateEnds = ends ? new Date(ends) : undefined;
      response.on('error', reject).on('end', () => resolve({ status, certificateEnds }));
      response.resume();
    });
    request.on('error', reject).end();
  });
}
