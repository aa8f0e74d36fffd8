import { contactPath, contactSubmissionsPath } from '../../contract/api.ts';
import { securityHeaders } from '../../contract/security-headers.ts';
import {
  askPublic,
  isLocalHttps,
  PublicAddressError,
  type PublicAnswer,
} from '../../platform/public-address.ts';
import {
  critical,
  graded,
  notChecked,
  ok,
  startTimer,
  warning,
  type CheckResult,
  type Product,
} from './finding.ts';
import { runbooks } from './runbooks.ts';

const dayInMilliseconds = 86_400_000;
/** Limits for the days since the certificate should have been renewed. */
const unrenewed = { warning: 0, critical: 11 };
/** Days before expiry by which a certificate should be renewed. Caddy renews it 30 days before. */
const renewedBefore = 14;
const apiErrors = 'See ‘The API answers with errors’ in docs/operations.md.';
const certificateExpires = 'See ‘The certificate expires’ in docs/operations.md.';

/** Checks the home page, its headers and its certificate, at the address that visitors use. */
export async function checkSite({ siteUrl }: Product): Promise<CheckResult[]> {
  if (siteUrl === undefined) return [notChecked('SITE_URL is not set')];
  const timer = startTimer();
  const answer = await askAt(`${siteUrl}/`, runbooks.siteDown);
  const latency = timer();
  if ('level' in answer) return [answer];
  const { status, headers, certificateEnds } = answer;
  if (status !== 200 || !headers['content-type']?.startsWith('text/html')) {
    const says = `The home page answers with ${status} ${headers['content-type'] ?? ''}`.trim();
    return [critical(`${says}.`, runbooks.siteDown)];
  }
  return [
    ok(`${siteUrl} answers with its home page.`, latency),
    { part: 'headers', ...checkHeaders(siteUrl, headers) },
    ...certificateOf(siteUrl, certificateEnds),
  ];
}

function checkHeaders(siteUrl: string, headers: PublicAnswer['headers']): CheckResult {
  const wanted = [...Object.keys(securityHeaders), 'Content-Security-Policy'].filter(
    // Browsers ignore this header over plain HTTP.
    (name) => name !== 'Strict-Transport-Security' || siteUrl.startsWith('https:'),
  );
  const missing = wanted.filter((name) => headers[name.toLowerCase()] === undefined);
  if (missing.length === 0) return ok('The security headers are present.');
  return warning(
    `Security headers are missing: ${missing.join(', ')}.`,
    `Configure the web server to send the headers written by the build (docs/static-hosting.md). ${runbooks.siteDown}`,
  );
}

function certificateOf(url: string, ends: Date | undefined): CheckResult[] {
  return ends ? [{ part: 'certificate', ...checkCertificate(new URL(url).hostname, ends) }] : [];
}

/** Grades a certificate by its expiry date. */
export function checkCertificate(host: string, ends: Date, now = Date.now()): CheckResult {
  const days = Math.floor((ends.getTime() - now) / dayInMilliseconds);
  const age = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  const when = days < 0 ? `expired ${age} ago` : `expires in ${age}`;
  const says = `The certificate of ${host} ${when}.`;
  return graded(renewedBefore - days, unrenewed, says, certificateExpires);
}

/** Checks the API at its public URL with a request that changes nothing. */
export async function checkApi({ siteUrl, apiUrl = siteUrl }: Product): Promise<CheckResult[]> {
  if (apiUrl === undefined) return [notChecked('SITE_URL is not set')];
  // It accepts only POST requests there.
  return requestProcess(`${apiUrl}${contactPath}`, apiUrl, 405, [siteUrl]);
}

/** Checks the enquiries desk at its public URL: it must refuse a request without a session. */
export async function checkOffice(product: Product): Promise<CheckResult[]> {
  const { siteUrl, apiUrl, officeUrl } = product;
  if (officeUrl === undefined) return [notChecked('neither OFFICE_URL nor SITE_URL is set')];
  return requestProcess(`${officeUrl}${contactSubmissionsPath}`, officeUrl, 401, [siteUrl, apiUrl]);
}

/** Checks the status of a URL, and its certificate unless the origin is in `checked`. */
async function requestProcess(
  url: string,
  origin: string,
  wanted: number,
  checked: (string | undefined)[],
): Promise<CheckResult[]> {
  const timer = startTimer();
  const answer = await askAt(url, runbooks.processDown);
  const latency = timer();
  if ('level' in answer) return [answer];
  const certificate = checked.includes(origin) ? [] : certificateOf(origin, answer.certificateEnds);
  if (answer.status !== wanted) {
    const says = `The web server at ${origin} returns ${answer.status}.`;
    return [
      critical(says, answer.status === 503 ? runbooks.processDown : apiErrors),
      ...certificate,
    ];
  }
  return [ok(`Reachable through the web server at ${origin}.`, latency), ...certificate];
}

async function askAt(url: string, remedyIfDown: string): Promise<PublicAnswer | CheckResult> {
  try {
    return await askPublic(url);
  } catch (error) {
    if (!(error instanceof PublicAddressError)) throw error;
    const { origin } = new URL(url);
    if (isLocalHttps(url)) {
      return notChecked(`${origin} resolves to this machine, not to the web server`);
    }
    return critical(
      `${origin} ${error.message}.`,
      error.isCertificate ? certificateExpires : remedyIfDown,
    );
  }
}
