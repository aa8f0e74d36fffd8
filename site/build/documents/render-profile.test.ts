import { expect, it } from 'vitest';

import { companyFrom } from '../../../contract/company.ts';
import { aboutFor } from '../../../firm/content/en/about.ts';
import { homeFor } from '../../../firm/content/en/home.ts';
import { questions } from '../../../firm/content/en/questions.ts';
import { services, specimenMark } from '../../../firm/content/en/services.ts';
import { firm } from '../../../firm/firm.ts';
import { readPdf } from '../../../testing/site/read-pdf.ts';
import { renderProfile } from './render-profile.ts';

it('puts the services, the first 90 days, two specimens and the fee on two pages', async () => {
  const company = companyFrom(firm);
  const bytes = await renderProfile(company);
  const { pages, text, ...pdf } = readPdf(bytes);
  const { first90Days, promise } = aboutFor(company);
  const specimens = services.flatMap(({ specimen }) => specimen ?? []).slice(0, 2);
  const wanted = [
    homeFor(company).hero.paragraph,
    ...services.flatMap(({ name, text: description }) => [name, description]),
    promise.quote,
    ...(first90Days?.steps ?? []).flatMap((step) => [step.time, step.text]),
    ...specimens.flatMap(({ title, note }) => [title, note, specimenMark]),
    ...questions.questions.slice(0, 1).flatMap(({ question, answer }) => [question, answer]),
    company.phone,
  ];
  for (const passage of wanted) expect(text).toContain(passage);
  expect(pages).toHaveLength(2);
  expect(pdf).toMatchObject({ title: company.name, language: 'en-ZA', tagged: true });
  expect(pdf.links).toEqual(expect.arrayContaining([company.siteUrl, company.phoneHref]));
  expect(bytes.length).toBeLessThan(80_000);
  expect((await renderProfile(company)).equals(bytes)).toBe(true);
});
