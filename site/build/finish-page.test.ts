import { describe, expect, it } from 'vitest';

import { finishPage } from './finish-page.ts';

const print = '@media print{@page{margin:1cm;}.a{color:black;}}';
const scripted = '@media all{.error{color:red;}}';
const rendered = `<!DOCTYPE html><html lang="en-ZA"><head>\
<style data-styled="true">.a{color:red}/*!sc*/
${print}/*!sc*/
${scripted}/*!sc*/
data-styled.g1[id="sc-a-0"]{content:"a,"}/*!sc*/
</style>\
<title data-rh="true">A > B</title><meta data-rh="true" name="description" content="1 > 0">\
<script data-rh="true" type="application/ld+json">{"@type":"Organization"}</script>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<script type="module" crossorigin="" src="/assets/app.js"></script>
<link rel="modulepreload" crossorigin="" href="/assets/contact-island.js">
</head><body><div id="root" data-page="static" data-server-rendered="true"><p>One<!-- -->two</p>\
<script>window.__staticRouterHydrationData = JSON.parse("{}");</script></div>
<script>window.__VITE_REACT_SSG_HASH__ = 'x'</script></body></html>`;
const script = 'import(`/assets/contact-island.js`);';

function finish(html = rendered) {
  return finishPage(html, script);
}

describe('a finished page', () => {
  it('has the charset first, then the viewport, title, fonts, styles and description', () => {
    const [, head = ''] = finish().html.split(/<\/?head>/);
    expect(head.match(/<(meta|title|link|style|script)[^>]*/g)).toEqual([
      expect.stringContaining('<meta charset'),
      expect.stringContaining('<meta name="viewport"'),
      '<title',
      ...Array.from({ length: 2 }, () => expect.stringMatching(/^<link rel="preload".*\.woff2"$/)),
      '<style',
      expect.stringContaining('<meta name="description"'),
      expect.stringMatching(/^<link disabled rel="stylesheet" media="print"/),
      expect.stringMatching(/^<link rel="stylesheet" media="print" [^ ]+$/),
    ]);
  });

  it('keeps a script that the firm has added to the head', () => {
    const added = '<script async src="https://stats.example/a.js"></script>';
    expect(finish(rendered.replace('<meta charset', `${added}<meta charset`)).html).toContain(
      added,
    );
  });

  it('defers rules for print, and those for what scripts show if there is a form', () => {
    const { html, deferred } = finish();
    expect(deferred.css).toBe(print);
    expect(html).toContain(`<style>.a{color:red}${scripted}</style>`);
    expect(html).toMatch(/href="\/assets\/deferred-[0-9a-f]{8}\.css"/);
    expect(finish(rendered.replace('<p>', '<form><p>')).deferred.css).toBe(print + scripted);
  });

  it('has short generated class names, and component classes only if styles select them', () => {
    const body =
      '<p class="sc-a-0 sc-b-0 kLmNoP qRsTuV plain">One</p><p class="sc-a-0 kLmNoP"></p>';
    const rules = '.kLmNoP{color:red}.sc-b-0 >.qRsTuV{color:red}.plain{color:red}';
    const { html } = finish(
      rendered.replace('<p>One<!-- -->two</p>', body).replace('.a{color:red}', rules),
    );
    expect(html).toContain('<p class="sc-b-0 c0 c1 plain">One</p><p class="c0"></p>');
    expect(html).toContain('.c0{color:red}.sc-b-0 >.c1{color:red}.plain{color:red}');
  });

  it('has its own script inline at the end, and no other scripts except data', () => {
    const { html } = finish();
    expect(html.match(/<script[^>]*>/g)).toEqual([
      '<script type="application/ld+json">',
      '<script type="module">',
    ]);
    expect(html).toMatch(/<\/div><script type="application.*<\/script><\/body><\/html>$/);
    expect(html).not.toMatch(/modulepreload|data-styled|sc\*|data-rh/);
  });

  it("keeps React's comments between texts in forms, which are hydrated, but not elsewhere", () => {
    const form = '<form action="/"><p>One<!-- -->two</p></form>';
    expect(finish(rendered.replace('</div>', `${form}</div>`)).html).toContain(
      `<p>Onetwo</p>${form}`,
    );
  });
});

it.each(['<p style="color: red">', '<p onclick="go()">', '<script src="/a.js">'])(
  'the build refuses %s, which the policy of the page would block',
  (element) => {
    expect(() => finish(rendered.replace('<p>', element))).toThrow('inline code');
  },
);
