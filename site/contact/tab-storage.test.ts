import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { restoreDraft, saveDraft } from './tab-storage.ts';

let form: HTMLFormElement;

beforeEach(() => {
  document.body.innerHTML =
    '<form><input name="firstName"><textarea name="message"></textarea></form>';
  form = document.forms[0] as HTMLFormElement;
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function restored() {
  restoreDraft(form);
  return Object.fromEntries(new FormData(form));
}

describe('a draft', () => {
  it('is restored when the page is reloaded', () => {
    saveDraft({ firstName: 'Thabo', message: 'We need\na secretariat.' });
    expect(restored()).toEqual({ firstName: 'Thabo', message: 'We need\na secretariat.' });
  });

  it('does not overwrite newer text', () => {
    saveDraft({ firstName: 'Thabo', message: 'Old' });
    for (const field of form.querySelectorAll('textarea')) field.value = 'New';
    expect(restored()).toEqual({ firstName: 'Thabo', message: 'New' });
  });

  it('is deleted when the form becomes empty', () => {
    saveDraft({ firstName: 'Thabo' });
    saveDraft({ firstName: '' });
    expect(sessionStorage).toHaveLength(0);
  });

  it.each(['null', '{"firstName":7}', '[]', 'not JSON'])(
    'with the content %s is ignored',
    (text) => {
      sessionStorage.setItem('contact-draft', text);
      expect(restored()).toEqual({ firstName: '', message: '' });
    },
  );

  it('causes no error if storage is blocked', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(() => saveDraft({ firstName: 'Thabo' })).not.toThrow();
  });
});
