import { expect, it } from 'vitest';

import { findLinks } from './find-links.ts';

it.each([
  ['office@example.co.za', 'mailto:office@example.co.za'],
  ['POPIAComplaints@inforegulator.org.za', 'mailto:POPIAComplaints@inforegulator.org.za'],
  ['+27 11 000 0000', 'tel:+27110000000'],
  ['010 023 5200', 'tel:0100235200'],
  ['inforegulator.org.za', 'https://inforegulator.org.za'],
  ['Inforegulator.org.za', 'https://Inforegulator.org.za'],
  ['https://www.youtube.com/@example', 'https://www.youtube.com/@example'],
  ['https://www.example.co.za', 'https://www.example.co.za'],
])('links %s, without the punctuation around it', (address, href) => {
  expect(findLinks(`Write to (${address}), or call.`)).toEqual([
    { text: 'Write to (' },
    { text: address, href },
    { text: '), or call.' },
  ]);
  expect(findLinks(`At ${address}.`).at(-1)).toEqual({ text: '.' });
});

it.each([
  'Clause K.3 asks',
  'e.g. the Board',
  'Act 71 of 2008.',
  '8:00 AM - 4:00 PM',
  '2196, South Africa',
  '1 + 1 2',
])('finds no link in “%s”', (line) => {
  expect(findLinks(line)).toEqual([{ text: line }]);
});
