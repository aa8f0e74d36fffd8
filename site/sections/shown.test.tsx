import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { aboutFor } from '../../firm/content/about.ts';
import { services } from '../../firm/content/services.ts';
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
  expect(screen.queryAllByRole('listitem')).toHaveLength(first90Days?.steps.length ?? 0);
  expect(screen.getByText(promise.title)).toBeDefined();
});
