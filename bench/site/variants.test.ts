import { expect, it } from 'vitest';

import { stripPage } from './variants.ts';

it('keeps words and styles, and drops what only scripts need', () => {
  const page =
    '<head><style>.a{color:red}</style></head>' +
    '<body><div data-island="form" data-props="{}"><p class="a">Words</p></div>' +
    '<script type="module">a()</script></body>';
  expect(stripPage(page)).toBe(
    '<head><style>.a{color:red}</style></head>' + '<body><div><p class="a">Words</p></div></body>',
  );
});
