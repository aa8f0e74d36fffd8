import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { companyFrom } from '#contract/company.ts';
import { homeFor } from '#firm/content/home.ts';
import { services } from '#firm/content/services.ts';
import { firm } from '#firm/firm.ts';
import { factsOf } from '#support/firms/shipped.ts';
import { projectRoot } from '../../dev/processes.ts';

const folders = ['api', 'office', 'packages', 'site', 'worker'];

it.each(folders)("%s contains none of the firm's facts or texts", (folder) => {
  const { hero, footer, contact } = homeFor(companyFrom(firm));
  const texts = [
    hero.headline,
    footer.tagline,
    contact.heading,
    ...services.map(({ name }) => name),
  ];
  const list = execFileSync('git', ['ls-files', folder], { cwd: projectRoot, encoding: 'utf8' });
  // Leaves out placeholders.ts, which has to recognise the texts that we ship.
  const sources = list
    .split('\n')
    .filter((file) => /(?<!\.test)\.(tsx?|html|typ)$/.test(file) && !/placeholders/.test(file));
  const occurrences = sources.flatMap((file) => {
    const source = readFileSync(join(projectRoot, file), 'utf8');
    return [...factsOf(firm), ...texts]
      .filter((fact) => source.includes(fact))
      .map((fact) => `${file}: ${fact}`);
  });
  expect(occurrences).toEqual([]);
});
