import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import type { Firm } from '#contract/company.ts';
import { iconMarkup } from '#design/mark.ts';
import { firm } from '#firm/firm.ts';
import { questions } from '#firm/content/questions.ts';
import { services } from '#firm/content/services.ts';
import { letters } from '#support/office/letters.ts';
import { factsOf } from '#support/firms/shipped.ts';
import { projectRoot } from '../../dev/processes.ts';
import { routes } from '../../site/routes.tsx';

vi.mock('vite-react-ssg', () => ({ Head: ({ children }: { children: unknown }) => children }));

const pages = routes.map(({ path, element }) => [path, renderToStaticMarkup(element)] as const);
const mails = Object.entries(letters).map(([name, mail]) => [name, mail.html + mail.text] as const);
const pageAt = (address: string) => pages.find(([path]) => path === address)?.[1] ?? '';
const home = pageAt('/');
let firstFirm: Firm;

beforeAll(async () => {
  // In this test, #firm/ is the second firm (see vitest.config.ts).
  // An absolute path imports the first firm.
  const file = join(projectRoot, 'firm/firm.ts');
  ({ firm: firstFirm } = (await import(/* @vite-ignore */ file)) as { firm: Firm });
});

describe('with the second firm', () => {
  it.each([...pages, ...mails])('%s names the firm, and has no facts of the first', (_, text) => {
    expect(text.replaceAll('&amp;', '&')).toContain(firm.name);
    // In a fork, the two firms can have facts in common.
    const others = factsOf(firstFirm).filter((fact) => !factsOf(firm).includes(fact));
    expect(others.filter((fact) => text.includes(fact))).toEqual([]);
  });

  it('the home page has the services, a specimen and questions, but no social links', () => {
    for (const { id } of services) expect(home).toContain(`id="service-${id}"`);
    expect(home.match(/>Look at a levy statement</g)).toHaveLength(1);
    for (const { question, price = '' } of questions.questions) {
      expect(home).toContain(`<span>${question}</span>`);
      expect(home).toContain(price);
    }
    expect(home).not.toContain('Follow us');
  });

  it('values derived from facts of the firm are correct on pages and in emails', () => {
    const decades = Math.floor((new Date().getFullYear() - firm.founded) / 10);
    expect(home).toContain(`>${decades}0+<`);
    expect(home).toContain('Decades on the Plains');
    expect(home).toContain('"openingHours":["Mo-Fr 07:30-16:00","Sa 09:00-12:00"]');
    const terms = pages.find(([path]) => path === '/terms')?.[1];
    expect(terms).toContain('jurisdiction in Prieska');
    expect(terms).toContain('Last updated: March 2025');
    expect(letters.acknowledgement?.text).toContain('within two working days');
  });

  it('the home page has the colours of the firm', () => {
    expect(home).toContain('content="#faf6f0"');
    expect(home).toContain('fill="var(--primary)"');
  });

  it('the icon has a light logo even if two colours of the theme are the same', () => {
    expect(iconMarkup({ corner: 3, inset: 3 })).toContain('<path fill="#faf6f0"');
  });
});
