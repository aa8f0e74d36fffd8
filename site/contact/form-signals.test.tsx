import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { contactTokenPath } from '../../contract/api.ts';
import { formSignalsHeader, readFormSignals } from '../../contract/form-signals.ts';
import { server } from '../../testing/site/stand-ins.ts';
import { notice, thabo, type, ways } from '../../testing/site/contact-form.tsx';
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

const trap = () => document.querySelector<HTMLInputElement>('input[name="website"]');

it('hides the honeypot from the keyboard, screen readers and autofill', () => {
  render(<ContactForm action="/api/contact" {...{ notice, ways }} />);
  expect(trap()?.tabIndex).toBe(-1);
  expect(trap()?.autocomplete).toBe('off');
  expect(trap()?.closest('[aria-hidden="true"]')).toBeTruthy();
  expect(document.querySelector('form [style]')).toBeNull();
});

it('sends the token that it received when the visitor focused a field', async () => {
  render(<ContactForm action="/api/contact" {...{ notice, ways }} />);
  await type(userEvent.setup(), thabo);
  expect(await sendAndRead()).toEqual({ trapFilled: false, token: 'a-token' });
});

it('sends another token with the next enquiry', async () => {
  let issued = 0;
  server.use(http.get(`*${contactTokenPath}`, () => HttpResponse.text(`token-${(issued += 1)}`)));
  render(<ContactForm action="/api/contact" {...{ notice, ways }} />);
  await type(userEvent.setup(), thabo);
  const first = await sendAndRead();
  await userEvent.click(await screen.findByRole('button', { name: /another/i }));
  await type(userEvent.setup(), thabo);
  const next = await sendAndRead();
  expect(next.token).toMatch(/^token-/);
  expect(next.token).not.toBe(first.token);
});

it('requests the token with credentials, like every request', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  vi.resetModules();
  const { fetchToken } = await import('./form-signals.ts');
  fetchToken();
  expect(asked).toHaveBeenCalledWith(contactTokenPath, { credentials: 'include' });
});

it('requests the token again at the next focus if the request failed', async () => {
  const answers = [
    () => HttpResponse.error(),
    () => new HttpResponse(null, { status: 503 }),
    () => HttpResponse.text('late'),
  ];
  const asked = vi.fn(() => answers[asked.mock.calls.length - 1]?.());
  server.use(http.get(`*${contactTokenPath}`, asked));
  vi.resetModules();
  const { fetchToken, readSignalsOf } = await import('./form-signals.ts');
  await waitFor(() => {
    fetchToken();
    expect(readSignalsOf(undefined).token).toBe('late');
  });
  fetchToken();
  expect(asked).toHaveBeenCalledTimes(3);
});

it('reports a filled-in honeypot', async () => {
  render(<ContactForm action="/api/contact" {...{ notice, ways }} />);
  await type(userEvent.setup(), thabo);
  const input = trap();
  if (input) fireEvent.input(input, { target: { value: 'https://spam.example' } });
  expect(await sendAndRead()).toMatchObject({ trapFilled: true });
});
