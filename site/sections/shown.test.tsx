import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { About } from './About.tsx';
import { Services } from './Services.tsx';

it.each([
  [true, 6],
  [false, 0],
])('with SHOW_SPECIMENS %s, there are %i specimens', (showSpecimens, count) => {
  render(<Services showSpecimens={showSpecimens} />);
  expect(screen.queryAllByRole('group')).toHaveLength(count);
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(7);
});

it.each([
  [true, 4],
  [false, 0],
])('with SHOW_FIRST_90_DAYS %s, the plan has %i steps', (showFirst90Days, count) => {
  render(<About showFirst90Days={showFirst90Days} />);
  expect(screen.queryAllByRole('listitem')).toHaveLength(count);
  expect(screen.getByText('Our Promise')).toBeDefined();
});
