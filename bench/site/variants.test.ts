import { expect, it } from 'vitest';

import { stripPage, withoutOtherHosts } from './variants.ts';

it('keeps text and styles, and removes everything that only scripts need', () => {
  const page =
    '<head><style>.a{color:red}</style></head>' +
    '<body><div data-island="form" data-props="{}"><p class="a">Words</p></div>' +
    '<script type="module">a()</script></body>';
  expect(stripPage(page)).toBe(
    '<head><style>.a{color:red}</style></head>' + '<body><div><p class="a">Words</p></div></body>',
  );
});

it('removes requests to other hosts from a template, and keeps its own script', () => {
  const page =
    '<head><script src="https://icons.example/all.js" crossorigin="anonymous"></script>' +
    '<link href="https://fonts.example/css?family=Slab:400" rel="stylesheet" />' +
    '<link href="css/styles.css" rel="stylesheet" /></head>' +
    '<body><a href="https://example.com">Words</a>' +
    '<script src="https://cdn.example/bootstrap@5/bootstrap.bundle.min.js"></script>' +
    '<script src="js/scripts.js"></script></body>';
  expect(withoutOtherHosts(page)).toBe(
    '<head><link href="css/styles.css" rel="stylesheet" /></head>' +
      '<body><a href="https://example.com">Words</a>' +
      '<script src="js/bootstrap.bundle.min.js"></script>' +
      '<script src="js/scripts.js"></script></body>',
  );
});
