import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { delay } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  thabo,
  type,
  accepted,
  answerWith,
  ok,
  renderForm,
  requests,
  send,
  submit,
  values,
} from '#support/site/contact-form.tsx';
import { contactFieldNames } from '#contract/contact-fields.ts';
import { queryClient } from '../requests/query-client.ts';

beforeEach(() => {
  answerWith(ok);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function another(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Send another enquiry' }));
}

describe('an invalid form', () => {
  it('shows the message of each field and sends nothing', async () => {
    const user = renderForm();
    await user.click(send());
    await screen.findByRole('group', { name: /Please correct/ });
    const expected = {
      'First Name': 'First name is required',
      'Last Name': 'Last name is required',
      Email: 'Please enter a valid email address',
      Organisation: 'Organisation is required',
      Message: 'Message must be at least 10 characters long',
    };
    for (const [label, message] of Object.entries(expected)) {
      const field = screen.getByLabelText(label);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      const [errorId] = (field.getAttribute('aria-describedby') ?? '').split(' ');
      expect(document.getElementById(errorId ?? '')?.textContent).toBe(message);
    }
    expect(requests).toHaveLength(0);
  });

  it('adds "Error" to the page title until the fields are corrected', async () => {
    document.title = 'The page';
    const user = renderForm();
    await user.click(send());
    await waitFor(() => expect(document.title).toBe('Error: The page'));
    await type(user, thabo);
    await waitFor(() => expect(document.title).toBe('The page'));
  });

  it('moves the focus to a summary that links to the invalid fields', async () => {
    const user = renderForm();
    await submit(user, { ...thabo, email: 'thabo', message: 'Short' });
    const summary = await screen.findByRole('group', { name: /Please correct/ });
    await waitFor(() => expect(document.activeElement).toBe(summary));
    const links = within(summary).getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ hash }) => document.querySelector(hash)?.getAttribute('name'))).toEqual([
      'email',
      'message',
    ]);
  });

  it('labels its button "Sending..." before it is validated', async () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    const user = renderForm();
    await user.click(send());
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeTruthy();
    expect(screen.queryByRole('group', { name: /Please correct/ })).toBeNull();
    frames.forEach((run) => run());
    await screen.findByRole('group', { name: /Please correct/ });
  });

  it('is validated while the visitor types, but only after the first submit', async () => {
    const user = renderForm();
    const email = screen.getByLabelText('Email');
    await user.type(email, 'thabo');
    expect(screen.queryByText('Please enter a valid email address')).toBeNull();
    await user.click(send());
    expect(await screen.findAllByText('Please enter a valid email address')).toHaveLength(2);
    await user.type(email, '@example.org');
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('false'));
    expect(screen.queryByText('Please enter a valid email address')).toBeNull();
  });
});

describe('a valid form', () => {
  it('disables its button, labelled Sending..., until the response', async () => {
    answerWith(async () => {
      await delay(50);
      return ok();
    });
    const user = renderForm();
    await submit(user);
    expect(screen.getByRole('button', { name: 'Sending...' })).toHaveProperty('disabled', true);
    await another(user);
    expect(send()).toHaveProperty('disabled', false);
  });

  it('sends the trimmed fields, and nothing else, as JSON', async () => {
    const user = renderForm();
    await submit(user, { ...thabo, firstName: '  Thabo ' });
    await screen.findByText(accepted.reference);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(await requests[0]?.json()).toEqual(thabo);
  });

  it('on success shows a notification, focuses the receipt, and deletes the draft', async () => {
    const user = renderForm();
    await submit(user);
    const notification = within(screen.getByRole('region', { name: /Notifications/ }));
    await notification.findByText('Message Sent Successfully');
    expect(notification.getByText(accepted.message)).toBeTruthy();
    // The group is named after the reference only, because the notification announced the success.
    const confirmation = await screen.findByRole('group', { name: 'Your reference 7F3K-92QD' });
    expect(within(confirmation).getByText('Message Sent Successfully')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(confirmation));
    expect(sessionStorage).toHaveLength(0);
  });

  it('on success is replaced by the receipt, and can be shown again empty', async () => {
    const user = renderForm();
    await submit(user);
    await screen.findByText(accepted.reference);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send Message' })).toBeNull();
    await another(user);
    expect(document.activeElement).toBe(screen.getByLabelText('First Name'));
    expect(new Set(Object.values(values()))).toEqual(new Set(['']));
    expect(screen.queryByText(accepted.reference)).toBeNull();
  });

  it('on success keeps text typed while sending, including in the draft', async () => {
    const user = renderForm();
    const message = screen.getByLabelText('Message');
    answerWith(async () => {
      await user.type(message, ' And an auditor.');
      return ok();
    });
    await submit(user, { ...thabo, firstName: ' Thabo ' });
    await screen.findByText(accepted.reference);
    const unsent = {
      ...Object.fromEntries(contactFieldNames.map((name) => [name, ''])),
      message: 'We need a secretariat. And an auditor.',
    };
    expect(values()).toEqual(unsent);
    expect(JSON.parse(sessionStorage.getItem('contact-draft') ?? '')).toEqual(unsent);

    await user.click(send());
    const summary = await screen.findByRole('group', { name: /Please correct/ });
    expect(within(summary).getAllByRole('link')).toHaveLength(4);
    expect(message.getAttribute('aria-invalid')).toBe('false');
  });

  it('clears the result of the last enquiry when the next one is submitted', async () => {
    const user = renderForm();
    const confirmation = () => screen.queryByRole('group', { name: /^Your reference/ });
    await submit(user);
    await another(user);
    expect(confirmation()).toBeNull();
    await user.click(send());
    await screen.findByRole('group', { name: /Please correct/ });
    expect(confirmation()).toBeNull();

    // The receipt stays above the form if the visitor typed more in the meantime.
    answerWith(async () => {
      await user.type(screen.getByLabelText('Message'), ' And an auditor.');
      return ok();
    });
    await submit(user);
    await waitFor(() => expect(confirmation()).toBeTruthy());
    expect(document.activeElement).toBe(screen.getByLabelText('Message'));
    await type(user, thabo);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    answerWith(() => answered.then(ok));
    await user.click(send());
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(confirmation()).toBeNull();
    // An unanswered request would time out in the middle of another test.
    answer();
    await waitFor(() => expect(confirmation()).toBeTruthy());
  });

  it('on success invalidates the cached list of submissions', async () => {
    queryClient.setQueryData(['/api/contact-submissions'], []);
    const user = renderForm();
    await submit(user);
    await waitFor(() => {
      const state = queryClient.getQueryState(['/api/contact-submissions']);
      expect(state?.isInvalidated).toBe(true);
    });
  });
});
