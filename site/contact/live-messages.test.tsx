import { act, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ContactForm } from '#contract/contact-form.ts';
import { LengthCounter } from './Field.tsx';
import { SlowNotice } from './SubmitControls.tsx';

const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
const spoken = () => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the character counter', () => {
  function Form() {
    const { control, register } = useForm<ContactForm>();
    return (
      <>
        <textarea {...register('message')} />
        <LengthCounter id="counter" name="message" control={control} />
      </>
    );
  }

  const seen = () => document.getElementById('counter')?.textContent;

  function type(length: number) {
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'x'.repeat(length) } });
  }

  beforeEach(() => {
    render(<Form />);
  });

  it.each([
    [4499, ''],
    [4500, '500 characters left'],
    [4999, '1 character left'],
    [5000, '0 characters left'],
    [5001, '1 character too many'],
  ])('shows for %i characters: %j', (length, text) => {
    type(length);
    expect(seen()).toBe(text);
  });

  it('is announced only when typing pauses', () => {
    type(4900);
    pass(999);
    type(4901);
    pass(999);
    expect(spoken()).toBe('');
    pass(1);
    expect(spoken()).toBe('99 characters left');
  });
});

describe('the slow connection notice', () => {
  it('is announced after 8 seconds of sending, not before', () => {
    render(<SlowNotice />);
    pass(7999);
    expect(spoken()).toBe('');
    pass(1);
    expect(spoken()).toMatch(/taking longer than usual/);
  });
});
