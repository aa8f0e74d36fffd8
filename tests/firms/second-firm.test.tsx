import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import type { Firm } from '../../contract/company.ts';
import { projectRoot } from '../../dev/processes.ts';
import { iconMarkup } from '../../design/mark.ts';
import { firm } from '../../firm/firm.ts';
import { services } from '../../firm/content/services.ts';
import { routes } from '../../site/routes.tsx';
import { letters } from '../../testing/office/letters.ts';
import { factsOf } from '../../testing/firms/shipped.ts';

// In this project, every import from firm/ leads to the second firm: see vitest.config.ts.
vi.mock('vite-react-ssg', () => ({ Head: ({ children }: { children: unknown }) => children }));

const pages = routes.map(({ path, element }) => [path, renderToStaticMarkup(element)] as const);
const mails = Object.entries(letters).map(([name, mail]) => [name, mail.html + mail.text] as const);
const home = pages.find(([path]) => path === '/')?.[1] ?? '';
let own: Firm;

beforeAll(async () => {
  const file = join(projectRoot, 'firm/firm.ts');
  ({ firm: own } = (await import(/* @vite-ignore */ file)) as { firm: Firm });
});

describe('with the second firm', () => {
  it.each([...pages, ...mails])('%s names it, and says nothing of the first', (_, text) => {
    expect(text.replaceAll('&amp;', '&')).toContain(firm.name);
    // In a fork, they may be the same.
    const others = factsOf(own).filter((fact) => !factsOf(firm).includes(fact));
    expect(others.filter((fact) => text.includes(fact))).toEqual([]);
  });

  it('the home page has its services, one of them with a specimen, and no social links', () => {
    for (const { id } of services) expect(home).toContain(`id="service-${id}"`);
    expect(home.match(/<details/g)).toHaveLength(1);
    expect(home).not.toContain('Follow us');
  });

  it('what follows from a fact follows everywhere', () => {
    const decades = Math.floor((new Date().getFullYear() - firm.founded) / 10);
    expect(home).toContain(`>${decades}0+<`);
    expect(home).toContain('Decades on the Plains');
    expect(home).toContain('"openingHours":"Mo-Fr 07:30-16:00"');
    const terms = pages.find(([path]) => path === '/terms')?.[1];
    expect(terms).toContain('jurisdiction in Prieska');
    expect(terms).toContain('Last updated: March 2025');
    expect(letters.acknowledgement?.text).toContain('within two working days');
  });

  it('pages have its colours', () => {
    expect(home).toContain('content="#faf6f0"');
    expect(home).toContain('fill="var(--teal)"');
  });

  it('its logo stands out on its icon, although the theme has a colour twice', () => {
    expect(iconMarkup({ corner: 3, inset: 3 })).toContain('<path fill="#faf6f0"');
  });
});
