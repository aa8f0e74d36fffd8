import { describe, expect, it } from 'vitest';

import { finishPage, refuseInlineCode } from './finish-page.ts';

const fontFaces =
  "@font-face{font-family:Serif;src:url('/fonts/serif.woff2');unicode-range:U+20-7E;}/*!sc*/\n" +
  "@font-face{font-family:Serif;src:url('/fonts/names.woff2');unicode-range:U+100-323;}/*!sc*/\n" +
  "@font-face{font-family:'Fallback';src:local('Times');}/*!sc*/\n";
const rendered = `<!DOCTYPE html><html lang="en-ZA"><head>\
<style data-styled="true">${fontFaces}.a{color:red}/*!sc*/
data-styled.g1[id="sc-a-0"]{content:"a,"}/*!sc*/
</style>\
<title data-rh="true">A > B</title><meta data-rh="true" name="description" content="1 > 0">\
<script data-rh="true" type="application/ld+json">{"@type":"Organization"}</script>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<script type="module" crossorigin="" src="/assets/app.js"></script>
<link rel="stylesheet" crossorigin="" href="/assets/app.css">
<link rel="modulepreload" crossorigin="" href="/assets/contact-island.js">
</head><body><div id="root" data-page="static" data-server-rendered="true"><p>One<!-- -->two</p>\
<script>window.__staticRouterHydrationData = JSON.parse("{}");</script></div>
<script>window.__VITE_REACT_SSG_HASH__ = 'x'</script></body></html>`;
const styles = '.b{color:blue}\n';
const script = 'import(`/assets/contact-island.js`);';

function finish(html = rendered, code = script): string {
  const assets = new Map([
    ['/assets/app.css', styles],
    ['/assets/app.js', `${code}\n`],
  ]);
  return finishPage(html, { assets });
}

describe('a finished page', () => {
  it('has the charset first, then the viewport, title, fonts, styles and description', () => {
    const head =
      finish()
        .split(/<\/?head>/)[1]
        ?.match(/<(meta|title|link|style|script)[^>]*/g) ?? [];
    const places = [
      '<meta charset',
      '<meta name="viewport"',
      '<title',
      '<link rel="preload"',
      '<style',
      '<style',
      '<meta name="description"',
    ];
    expect(head).toHaveLength(places.length);
    places.forEach((place, index) => expect(head[index]).toContain(place));
  });

  it('has short generated class names, and component classes only if styles select them', () => {
    const body =
      '<p class="sc-a-0 sc-b-0 kLmNoP qRsTuV plain">One</p><p class="sc-a-0 kLmNoP"></p>';
    const rules = '.kLmNoP{color:red}.sc-b-0 >.qRsTuV{color:red}.plain{color:red}';
    const page = finish(
      rendered.replace('<p>One<!-- -->two</p>', body).replace('.a{color:red}', rules),
    );
    expect(page).toContain('<p class="sc-b-0 c0 c1 plain">One</p><p class="c0"></p>');
    expect(page).toContain('.c0{color:red}.sc-b-0 >.c1{color:red}.plain{color:red}');
  });

  it('prevents line breaks in non-profit and office-bearer, except in attributes', () => {
    const text = '<p title="A non-profit">Non-profits and their office-bearers: self-made</p>';
    const page = finish(rendered.replace('<p>One<!-- -->two</p>', text));
    expect(page).toContain(
      '<p title="A non-profit">Non-\u2060profits and their office-\u2060bearers: self-made</p>',
    );
  });

  it('has no added characters in addresses', () => {
    const text = '<p>info@non-profit.org.za, office-bearers@example.org, non-profit.org.za</p>';
    expect(finish(rendered.replace('<p>One<!-- -->two</p>', text))).toContain(text);
  });

  it('has its own script inline at the end, and no other scripts except data', () => {
    expect(finish().match(/<script[^>]*>/g)).toEqual([
      '<script type="application/ld+json">',
      '<script type="module">',
    ]);
    expect(finish()).toMatch(/<\/div><script type="application.*<\/script><\/body><\/html>$/);
  });

  it('preloads only the fonts that are needed early, and no script', () => {
    const page = finish();
    expect(page).not.toContain('modulepreload');
    expect(page.match(/<link rel="preload"[^>]*>/g)).toEqual([
      '<link rel="preload" as="font" crossorigin="" href="/fonts/serif.woff2">',
    ]);
  });

  it('has its stylesheet inline', () => {
    expect(finish()).toContain('<style>.b{color:blue}</style>');
    expect(finish()).not.toContain('rel="stylesheet"');
  });

  it('has no markers of the styling library, which the browser does not load', () => {
    expect(finish()).not.toMatch(/data-styled|sc\*/);
    expect(finish()).toContain('}.a{color:red}</style>');
  });

  it("keeps React's comments between texts in forms, which are hydrated, but not elsewhere", () => {
    const form = '<form action="/"><p>One<!-- -->two</p></form>';
    const page = finish(rendered.replace('</div>', `${form}</div>`));
    expect(page).toContain(`<p>Onetwo</p>${form}`);
  });
});

describe('the build refuses a page that would not work:', () => {
  it.each([
    ['a style attribute', '<p style="color: red">'],
    ['an event attribute', '<p onclick="go()">'],
    ['a stylesheet that does not exist', '<p>', '<link rel="stylesheet" href="/assets/gone.css">'],
  ])('one with %s', (_, body, head = '') => {
    const html = rendered.replace('<p>', body).replace('</head>', `${head}</head>`);
    expect(() => finish(html)).toThrow(/^(The page has|There is no stylesheet)/);
  });

  it('one without its script', () => {
    const link = /<script type="module".*?<\/script>/;
    expect(() => finish(rendered.replace(link, ''))).toThrow('The page has no script.');
    expect(() => finish(rendered.replace('app.js', 'gone.js'))).toThrow('There is no script');
  });

  it.each([
    ['would end its own element', 'write("</script>")'],
    ['asks for a file beside it', 'import(`./contact-island.js`)'],
    ['has parts that another file imports', 'export{go as t}'],
  ])('one whose script %s', (what, code) => {
    expect(() => finish(rendered, code)).toThrow(what);
  });
});

it.each(['<script>', '<script type="module">', '<script async nonce="x">'])(
  'the build refuses a page with an inline %s',
  (tag) => {
    expect(() => refuseInlineCode(`<body>${tag}go()</script></body>`)).toThrow('an inline script');
  },
);

it.each(['<script type="application/ld+json">{}</script>', '<script src="/a.js"></script>'])(
  'the build accepts a page with %s',
  (element) => {
    expect(() => refuseInlineCode(`<body>${element}</body>`)).not.toThrow();
  },
);
