import { expect, it } from 'vitest';

import { refuseInlineCode } from './refuse-inline-code.ts';

it.each(['<script>', '<script type="module">', '<script async nonce="x">'])(
  'a page with an inline %s is not published',
  (tag) => {
    expect(() => refuseInlineCode(`<body>${tag}go()</script></body>`)).toThrow('an inline script');
  },
);

it.each(['<script type="application/ld+json">{}</script>', '<script src="/a.js"></script>'])(
  'a page with %s is',
  (element) => {
    expect(() => refuseInlineCode(`<body>${element}</body>`)).not.toThrow();
  },
);
