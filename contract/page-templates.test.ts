import { expect, it } from 'vitest';

import { escapeHtml } from './page-templates.ts';

it('escapes text for elements and for quoted attributes', () => {
  expect(escapeHtml(`<b title='x'>"A" & B</b>`)).toBe(
    '&lt;b title=&#39;x&#39;&gt;&quot;A&quot; &amp; B&lt;/b&gt;',
  );
});
