import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { formSignalsHeader, readFormSignals, trapInputName } from '#contract/form-signals.ts';
import { server } from '#support/site/stand-ins.ts';
import { notice, thabo, type, ways } from '#support/site/contact-form.tsx';
import { ContactForm } from './ContactForm.tsx';

async function sendAndRead() {
  let header = '';
  server.use(
    http.post('*/api/contact', ({ request }) => {
      header = request.headers.get(formSignalsHeader) ?? '';
      return HttpResponse.json({ message: 'Thank you.', reference: 'R' }, { status: 202 });
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  await waitFor(() => expect(header).not.toBe(''));
  return readFormSignals(header);
}

const trap = () => document.querySelector<HTMLInputElement>(`input[name="${trapInputName}"]`);

it('hides the honeypot from the keyboard, screen readers and password managers', () => {
  render(<ContactForm action="/api/contact" {...{ notice, ways }} />);
  expect(trap()?.tabIndex).toBe(-1);
  expect(trap()?.autocomplete).toBe('off');
  expect(trap()?.closest('[aria-hidden="true"]')).toBeTruthy();
  for (const name of ['data-1p-ignore', 'data-lpignore', 'data-bwignore']) {
    expect(trap()?.hasAttribute(name)).toBe(true);
  }
});

it('sends the time since the page was opened', async () => {
  render(<ContactForm action="/api/contact" {...{ notice, ways }} />);
  await type(userEvent.setup(), thabo);
  const before = performance.now();
  const { trapFilled, elapsed } = await sendAndRead();
  expect(trapFilled).toBe(false);
  expect(elapsed).toBeGreaterThanOrEqual(Math.floor(before));
  expect(elapsed).toBeLessThanOrEqual(Math.ceil(performance.now()));
});

it('reports a filled-in honeypot', async () => {
  render(<ContactForm action="/api/contact" {...{ notice, ways }} />);
  await type(userEvent.setup(), thabo);
  const input = trap();
  if (input) fireEvent.input(input, { target: { value: 'https://spam.example' } });
  expect(await sendAndRead()).toMatchObject({ trapFilled: true });
});
