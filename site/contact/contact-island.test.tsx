import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { contactField, contactFieldNames } from '#contract/contact-fields.ts';
import { ContactFormIsland } from './ContactFormIsland.tsx';
import { hydrateContactForm } from './contact-island.tsx';

function island(): HTMLElement {
  const element = document.querySelector<HTMLElement>('[data-island="contact-form"]');
  if (!element) throw new Error('There is no island.');
  return element;
}

async function hydrate() {
  await act(async () => {
    hydrateContactForm(island());
    await Promise.resolve();
  });
  await waitFor(() => expect(document.forms[0]?.noValidate).toBe(true));
}

function load() {
  document.body.innerHTML = renderToString(<ContactFormIsland />);
}

beforeEach(load);

describe('the form before hydration', () => {
  it("works without JavaScript, with the browser's validation", () => {
    const form = document.forms[0];
    expect(form?.method).toBe('post');
    expect(form?.getAttribute('action')).toBe('/api/contact');
    expect(form?.noValidate).toBe(false);
    const fields = screen.getAllByRole<HTMLInputElement>('textbox');
    expect(fields.map(({ name }) => name)).toEqual(contactFieldNames);
    expect(fields.filter(({ required }) => !required).map(({ name }) => name)).toEqual(
      contactFieldNames.filter((name) => contactField(name).optional),
    );
  });

  it('posts to the origin of the API if that is different', () => {
    vi.stubEnv('API_URL', 'https://api.example.org');
    load();
    expect(document.forms[0]?.getAttribute('action')).toBe('https://api.example.org/api/contact');
    vi.unstubAllEnvs();
  });

  it('has the privacy notice above the button, with a link to the details', () => {
    const link = screen.getByRole('link', { name: 'How we handle enquiries' });
    expect(link.getAttribute('href')).toBe('/paia#enquiries');
    const button = screen.getByRole('button', { name: 'Send Message' });
    expect(link.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('has a message field of four rows', () => {
    expect(screen.getByLabelText('Message').getAttribute('rows')).toBe('4');
  });
});

describe('hydration', () => {
  it('keeps text typed before hydration', async () => {
    const name = screen.getByLabelText<HTMLInputElement>('First Name');
    name.value = 'Thabo';
    await hydrate();
    expect(name.isConnected).toBe(true);
    expect(name.value).toBe('Thabo');
    await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
    await screen.findAllByText('Last name is required');
    expect(screen.queryByText('First name is required')).toBeNull();
  });

  it('restores the draft of this tab', async () => {
    await hydrate();
    await userEvent.type(screen.getByLabelText('Organisation'), 'Guild');
    load();
    await hydrate();
    expect(screen.getByLabelText<HTMLInputElement>('Organisation').value).toBe('Guild');
  });

  it('shows how many characters are left in a long text typed before hydration', async () => {
    const { max } = contactField('message');
    screen.getByLabelText<HTMLTextAreaElement>('Message').value = 'x'.repeat(max - 50);
    await hydrate();
    expect(await screen.findByText('50 characters left', { selector: 'p' })).toBeDefined();
  });
});
