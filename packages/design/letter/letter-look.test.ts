import { expect, it } from 'vitest';

import { html } from './letter-look.ts';

it('escapes values in text and in attributes', () => {
  const typed = `<b title='x'>"A" & B</b>`;
  const escaped = '&lt;b title=&#39;x&#39;&gt;&quot;A&quot; &amp; B&lt;/b&gt;';
  expect(html`<p title="${typed}">${typed}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
});

it('does not escape the Html objects of a list, and joins them', () => {
  const items = ['a', '<'].map((text) => html`<li>${text}</li>`);
  expect(
    html`<ul>
        ${items}
      </ul>
      ${1}`.text.replace(/\s/g, ''),
  ).toBe('<ul><li>a</li><li>&lt;</li></ul>1');
});
