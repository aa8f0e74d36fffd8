import { expect, it } from 'vitest';

import { deferRules } from './deferred-rules.ts';

const print = '@media print{@page{margin:1cm;}.a{color:black;}@supports (x:y){.b{c:d;}}}';
const scripted = '@media all{.error{color:red;}}';
const header = '@page{@top-left{content:"Firm";}}';

it('defers only the rules for print and for elements that scripts show', () => {
  const { html, stylesheet } = deferRules(
    `<head><style>.a{color:red}${print}.c{d:e}${scripted}${header}</style><style>@media screen{.f{g:h}}</style></head><p>@page{}`,
  );
  expect(stylesheet).toEqual({
    path: expect.stringMatching(/^\/assets\/deferred-[0-9a-f]{8}\.css$/),
    css: print + scripted + header,
  });
  expect(html).toBe(
    `<head><style>.a{color:red}.c{d:e}</style><style>@media screen{.f{g:h}}</style><link rel="stylesheet" media="print" data-deferred="" href="${stylesheet?.path}"></head><p>@page{}`,
  );
});

it('leaves a page without such rules unchanged', () => {
  const page = '<head><style>.a{color:red}</style></head>';
  expect(deferRules(page)).toEqual({ html: page });
});
