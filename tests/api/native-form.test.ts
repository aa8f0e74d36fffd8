import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { formWords } from '../../contract/words.ts';
import { builtSite } from '../../dev/build-site.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';

const api = forAllTests(() => startApiUnderTest());

it('redirects the visitor to a page with the reference', async () => {
  const response = await api.postForm({ ...createUniqueEnquiry() });
  expect(response.status).toBe(303);
  const location = response.headers.get('location') ?? '';
  const [, reference] = /^\/api\/contact\/sent\/([^?]+)\?signature=[\w-]{22}$/.exec(location) ?? [];
  expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const page = await fetch(`${api.url}${location}`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const text = await page.text();
  expect(text).toContain(reference);
  expect(text).toContain(formWords.success.title);
  expect(text).toContain('<nav');
});

it('keeps line breaks, and counts each as one character', async () => {
  const message = `${'x\n'.repeat(2499)}xx`;
  const response = await api.postForm({
    ...createUniqueEnquiry(),
    message: message.replaceAll('\n', '\r\n'),
  });
  expect(response.status).toBe(303);
  expect((await api.jobs()).map(({ data }) => data.form.message)).toContain(message);
});

it('accepts the longest message even if each character takes three bytes', async () => {
  const response = await api.postForm({ ...createUniqueEnquiry(), message: '漢'.repeat(5000) });
  expect(response.status).toBe(303);
});

it('shows errors beside their fields, and keeps what was typed', async () => {
  const form = createUniqueEnquiry({
    organisation: 'Guild "A" & <Sons>',
    message: '\n</textarea>',
  });
  const response = await api.postForm({ ...form, email: '"><script>alert(1)</script>' });
  expect(response.status).toBe(400);
  const page = await response.text();
  expect(page).toContain(
    '<p class="error" id="contact-email-error">Please enter a valid email address</p>',
  );
  expect(page).toContain('aria-describedby="contact-email-error"');
  expect(page).toContain('<a href="#contact-email">Please enter a valid email address</a>');
  expect(page).toContain('<title>Error: Please check your message | ');
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(page).toContain('value="Guild &quot;A&quot; &amp; &lt;Sons&gt;"');
  expect(page).toContain('>\n\n&lt;/textarea&gt;</textarea>');
  expect(page).toContain('value="Thandiwe"');
  expect(page).not.toContain('<script>');
  expect(page).not.toMatch(/<fill-|\{\{fill:/);
});

/**
 * Finds the navigation, the footer, the CSS variables and the fonts of a page, which all pages
 * share. Omits class names, and the fonts that only forms need.
 */
function frameOf(page: string): (string | undefined)[] {
  const parts = [/<nav [^]*<\/nav>/, /<footer [^]*<\/footer>/, /:root\{[^]*?\*,/];
  const fonts = page.match(/@font-face\{[^}]*unicode-range:U\+20[-,][^}]*\}/g) ?? [];
  const frame = [
    ...parts.map((part) => part.exec(page)?.[0].replace(/ class="[^"]*"/g, '')),
    ...fonts,
  ];
  expect(frame).toHaveLength(5);
  expect(frame).not.toContain(undefined);
  return frame;
}

it('answers with the navigation, footer and styles of the site', async () => {
  const page = readFileSync(join(builtSite, '404.html'), 'utf8');
  // The API's pages have no islands, because their CSP blocks the scripts of the site.
  const own = page.replace(/ data-island="[^"]*"/g, '');
  const sent = await api.postForm({ ...createUniqueEnquiry() });
  const receipt = await fetch(`${api.url}${sent.headers.get('location')}`);
  const refusal = await api.postForm({});
  const notice = await fetch(`${api.url}/nowhere`, { headers: { Accept: 'text/html' } });
  for (const response of [receipt, refusal, notice]) {
    expect(frameOf(await response.text())).toEqual(frameOf(own));
  }
});

it('shows a receipt only for a reference with its signature', async () => {
  const sent = await api.postForm({ ...createUniqueEnquiry() });
  const address = sent.headers.get('location') ?? '';
  const [reference = '', signature = ''] = address.slice('/api/contact/sent/'.length).split('?');
  for (const path of [
    reference,
    `${reference}?signature=`,
    `${reference}?${signature.slice(0, -1)}`,
    `${reference}?${signature}A`,
    `${reference}?${signature.replace('=', '=é')}`,
    `${reference.toLowerCase()}?${signature}`,
    `7F3K-92QD?${signature}`,
    `%3Cscript%3E?${signature}`,
    `..%2f?${signature}`,
  ]) {
    const response = await fetch(`${api.url}/api/contact/sent/${path}`);
    expect(response.status, path).toBe(404);
    expect(await response.text()).toBe('There is no enquiry with that reference.');
  }
});

it('shows browsers a page if a receipt does not exist', async () => {
  const response = await fetch(`${api.url}/api/contact/sent/7F3K-92QD`, {
    headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const page = await response.text();
  expect(page).toContain('There is no enquiry with that reference.');
  expect(page).toContain('<nav');
  expect(page).not.toContain('7F3K');
});

it("redirects to the form if a browser opens the form's endpoint", async () => {
  for (const Accept of ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html']) {
    const options = { headers: { Accept }, redirect: 'manual' } as const;
    const response = await fetch(`${api.url}/api/contact?email=a@example.org`, options);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/#contact');
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

it('allows inline scripts and styles by hash only, and forbids caching and indexing', async () => {
  const sent = await api.postForm({ ...createUniqueEnquiry() });
  const receipt = await fetch(`${api.url}${sent.headers.get('location')}`);
  const refusal = await api.postForm({});
  for (const response of [receipt, refusal]) {
    const policy = response.headers.get('content-security-policy') ?? '';
    const page = await response.text();
    for (const [, code = ''] of page.matchAll(
      /<(?:style|script type="module")>([^]*?)<\/(?:style|script)>/g,
    )) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'sha256-[^ ;]+';/);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("form-action 'self'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain('<meta name="robots" content="noindex">');
  }
});

it('answers a form with JSON if the client asks for it', async () => {
  const accepted = await api.postForm({ ...createUniqueEnquiry() }, { Accept: 'application/json' });
  expect(accepted.status).toBe(202);
  expect(await accepted.json()).toHaveProperty('reference');
  const refused = await api.postForm({}, { Accept: 'application/json' });
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
});
