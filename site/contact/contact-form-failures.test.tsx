import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { takeLoggedErrors } from '#support/site/stand-ins.ts';
import {
  thabo,
  accepted,
  answerWith,
  busy,
  ok,
  renderForm,
  requests,
  send,
  submit,
  values,
  ways,
} from '#support/site/contact-form.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a form that could not be sent', () => {
  it('shows and logs the error as {status}: {body}, and keeps the values', async () => {
    answerWith(busy);
    const user = renderForm();
    await submit(user);
    const alert = screen.getByRole('alert');
    await within(alert).findByText('Error');
    expect(within(alert).getByText('503: Please try again shortly.')).toBeTruthy();
    expect(values()).toEqual(thabo);
    const form = within(document.forms[0] as HTMLFormElement);
    for (const { label } of ways) expect(form.getByRole('link', { name: label })).toBeTruthy();
    expect(takeLoggedErrors()).toEqual([[new Error('503: Please try again shortly.')]]);
  });

  it('clears the error when the next submit is invalid', async () => {
    answerWith(busy);
    const user = renderForm();
    await submit(user);
    const form = within(document.forms[0] as HTMLFormElement);
    await form.findByText('503: Please try again shortly.');
    await user.clear(screen.getByLabelText('Email'));
    await user.click(send());
    await screen.findByRole('group', { name: /Please correct/ });
    expect(form.queryByText('503: Please try again shortly.')).toBeNull();
    expect(takeLoggedErrors()).toHaveLength(1);
  });

  it('shows a default sentence if the response is a web page of another server', async () => {
    answerWith(() => HttpResponse.html('<p>Please sign in to this network.</p>'));
    const user = renderForm();
    await submit(user);
    await within(screen.getByRole('alert')).findByText(
      'Failed to send message. Please try again later.',
    );
    expect(takeLoggedErrors()).toHaveLength(1);
  });

  it('says that the visitor is offline', async () => {
    answerWith(() => HttpResponse.error());
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const user = renderForm();
    await submit(user);
    await within(screen.getByRole('alert')).findByText(/You appear to be offline/);
    expect(takeLoggedErrors()).toHaveLength(1);
  });

  it('keeps its idempotency key across retries, and uses a new one after success', async () => {
    const user = renderForm();
    await expectOneKeyOverRetries(() => user);
  });

  it('keeps its idempotency key across retries if storage is blocked', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    const user = renderForm();
    await expectOneKeyOverRetries(() => user);
  });

  /** Expects the same key when a failed enquiry is sent again, and a new key for the next one. */
  async function expectOneKeyOverRetries(nextUser: () => UserEvent) {
    answerWith(busy, ok, ok);
    for (const note of [/503:/, accepted.reference, accepted.reference]) {
      const user = nextUser();
      const another = screen.queryByRole('button', { name: 'Send another enquiry' });
      if (another) await user.click(another);
      await submit(user);
      await waitFor(() => expect(screen.getAllByText(note)).not.toHaveLength(0));
      await screen.findByRole('button', { name: /^Send (Message|another)/ });
      await act(() => new Promise((resolve) => setTimeout(resolve)));
    }
    const keys = requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[2]).not.toBe(keys[0]);
    expect(takeLoggedErrors()).toHaveLength(1);
  }
});
