import { contactSubmissionsPath, contactTokenPath } from '../../contract/api.ts';
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
  notLookedAt,
  ok,
  startTimer,
  warning,
  type CheckResult,
  type Product,
} from './finding.ts';

const dayInMilliseconds = 86_400_000;
/** Days that a certificate is past the day on which it should have been renewed. */
const unrenewed = { warning: 0, critical: 11 };
/** Caddy renews 30 days before the end, Let's Encrypt warns at 20 and 7. */
const renewedBefore = 14;
const processDown = 'See docs/operations.md, A process is down.';
const apiErrors = 'See docs/operations.md, The API answers with errors.';
const siteDown = 'See docs/operations.md, The site is down.';
const certificateExpires = 'See docs/operations.md, The certificate expires.';

/** The home page, its headers and its certificate, at the address that visitors use. */
export async function checkSite({ siteUrl }: Product): Promise<CheckResult[]> {
  if (siteUrl === undefined) return [notLookedAt('SITE_URL is not set')];
  const timer = startTimer();
  const answer = await askAt(`${siteUrl}/`, siteDown);
  const latency = timer();
  if ('level' in answer) return [answer];
  const { status, headers, certificateEnds } = answer;
  if (status !== 200 || !headers['content-type']?.startsWith('text/html')) {
    const says = `Its home page is answered with ${status} ${headers['content-type'] ?? ''}`.trim();
    return [critical(`${says}.`, siteDown)];
  }
  return [
    ok(`${siteUrl} answers with its home page.`, latency),
    { part: 'headers', ...checkHeaders(siteUrl, headers) },
    ...(certificateEnds ? [{ part: 'certificate', ...checkCertificate(certificateEnds) }] : []),
  ];
}

function checkHeaders(siteUrl: string, headers: PublicAnswer['headers']): CheckResult {
  const wanted = [...Object.keys(securityHeaders), 'Content-Security-Policy'].filter(
    // Browsers heed it over HTTPS alone.
    (name) => name !== 'Strict-Transport-Security' || siteUrl.startsWith('https:'),
  );
  const missing = wanted.filter((name) => headers[name.toLowerCase()] === undefined);
  if (missing.length === 0) return ok('It has its security headers.');
  return warning(
    `It lacks ${missing.join(', ')}.`,
    `Have the web server send what the build has written (docs/static-hosting.md). ${siteDown}`,
  );
}

/** What a certificate is worth that ends at the given time. */
export function checkCertificate(ends: Date, now = Date.now()): CheckResult {
  const days = Math.floor((ends.getTime() - now) / dayInMilliseconds);
  const says = `Its certificate is good for ${days} days.`;
  return graded(renewedBefore - days, unrenewed, says, certificateExpires);
}

/** A request that changes nothing, on the way that an enquiry takes. */
export async function checkApi({ siteUrl, apiUrl = siteUrl }: Product): Promise<CheckResult[]> {
  if (apiUrl === undefined) return [notLookedAt('SITE_URL is not set')];
  return [await lookAtProcess(`${apiUrl}${contactTokenPath}`, apiUrl, 200)];
}

/** A request without an account, which the office refuses. */
export async function checkOffice({ officeUrl }: Product): Promise<CheckResult[]> {
  if (officeUrl === undefined) return [notLookedAt('neither OFFICE_URL nor SITE_URL is set')];
  return [await lookAtProcess(`${officeUrl}${contactSubmissionsPath}`, officeUrl, 401)];
}

async function lookAtProcess(url: string, origin: string, wanted: number): Promise<CheckResult> {
  const timer = startTimer();
  const answer = await askAt(url, processDown);
  if ('level' in answer) return answer;
  if (answer.status !== wanted) {
    const says = `Through the web server at ${origin} it answers with ${answer.status}.`;
    return critical(says, answer.status === 503 ? processDown : apiErrors);
  }
  return ok(`Through the web server at ${origin} it answers.`, timer());
}

async function askAt(url: string, away: string): Promise<PublicAnswer | CheckResult> {
  try {
    return await askPublic(url);
  } catch (error) {
    if (!(error instanceof PublicAddressError)) throw error;
    const { origin } = new URL(url);
    if (isLocalHttps(url)) {
      return notLookedAt(`${origin} leads from here to this machine itself, not to the web server`);
    }
    return critical(
      `At ${origin}: ${error.message}.`,
      error.isCertificate ? certificateExpires : away,
    );
  }
}
