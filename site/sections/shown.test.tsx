import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { aboutFor } from '../../firm/content/en/about.ts';
import { questions } from '../../firm/content/en/questions.ts';
import { services } from '../../firm/content/en/services.ts';
import { company } from '../content/company.ts';
import { About } from './About.tsx';
import { Services } from './Services.tsx';

it('shows each service, and the specimens of those that have one', () => {
  render(<Services />);
  const specimens = services.filter(({ specimen }) => specimen);
  expect(screen.queryAllByRole('group')).toHaveLength(specimens.length);
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(services.length + 1);
});

it('shows the first 90 days if there is a plan for them', () => {
  render(<About />);
  const { first90Days, promise } = aboutFor(company);
  const steps = first90Days?.steps ?? [];
  expect(screen.queryAllByRole('heading', { level: 4 })).toHaveLength(steps.length);
  expect(screen.getByText(promise.title)).toBeDefined();
});

it('shows each question with its price, answer and links', () => {
  render(<About />);
  const shown = screen.queryAllByRole('group').map(({ textContent }) => textContent);
  const wanted = questions.questions.map(({ question, price = '', answer, links = [] }) =>
    [question, price, answer, ...links.map(({ label }) => label)].join(''),
  );
  expect(shown).toEqual(wanted);
});
