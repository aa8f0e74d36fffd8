import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { DocumentSection } from './DocumentSection.tsx';

const paragraphs = [
  { text: 'Before all else:', items: ['first', 'write to office@example.co.za'] },
];

it.each([
  ['inner sections', { inner: [{ id: 'part', title: 'The Part', paragraphs: [] }] }],
  ['conditions', { conditions: [{ name: 'Openness', text: 'We say so.' }] }],
])('shows the paragraphs and lists of a section with %s, as its PDF does', (_, parts) => {
  render(<DocumentSection section={{ id: 'whole', title: 'The Whole', paragraphs, ...parts }} />);
  expect(screen.getByText('Before all else:')).toBeTruthy();
  expect(screen.getByText('first')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'office@example.co.za' })).toBeTruthy();
  expect(screen.getByText(/^(?:The Part|We say so\.)$/)).toBeTruthy();
});
