import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { toast, useToasterStore } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { enhanceNotifications } from '../enhance/navigation.ts';
import { NotificationRegion } from './NotificationRegion.tsx';
import { notify } from './notify.tsx';

const region = () => screen.getByRole('region', { name: 'Notifications (F8)' });
const shown = () =>
  screen.queryAllByText(/^Notification \d$/).map(({ textContent }) => textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show(number: number, variant?: 'destructive') {
  act(() => {
    notify({
      title: `Notification ${number}`,
      description: 'What it is about.',
      ...(variant && { variant }),
    });
  });
  await pass(0);
}

function listed(): number {
  const { result, unmount } = renderHook(() => useToasterStore());
  unmount();
  return result.current.toasts.length;
}

beforeEach(() => {
  vi.useFakeTimers();
  render(<NotificationRegion />);
});

afterEach(() => {
  act(() => toast.remove());
  vi.useRealTimers();
});

describe('a notification', () => {
  it('replaces the previous one, so that at most one is shown', async () => {
    await show(1);
    await show(2);
    expect(shown()).toEqual(['Notification 2']);
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    expect(shown()).toEqual([]);
  });

  it('closes automatically after 5000 ms', async () => {
    await show(1);
    await pass(4999);
    expect(shown()).toEqual(['Notification 1']);
    await pass(2);
    expect(shown()).toEqual([]);
  });

  it('is removed from the list 1,000,000 ms after it was dismissed', async () => {
    await show(1);
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    expect(shown()).toEqual([]);
    await pass(999_999);
    expect(listed()).toBe(1);
    await pass(1);
    expect(listed()).toBe(0);
  });

  it('stays open while the pointer is over it or the focus is in it', async () => {
    await show(1);
    for (const [enter, leave] of [
      [fireEvent.pointerEnter, fireEvent.pointerLeave],
      [fireEvent.focus, fireEvent.blur],
    ] as const) {
      await act(() => enter(region()));
      await pass(60_000);
      expect(shown()).toEqual(['Notification 1']);
      await act(() => leave(region()));
    }
    await pass(5001);
    expect(shown()).toEqual([]);
  });

  it('closes automatically even if the previous one was closed under the pointer', async () => {
    await show(1);
    await act(() => fireEvent.pointerEnter(region()));
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    await pass(1000);
    await show(2);
    await pass(5001);
    expect(shown()).toEqual([]);
  });

  it('is announced politely, or assertively if destructive', async () => {
    await show(1);
    expect(screen.getByRole('status').textContent).toContain('Notification 1');
    await show(2, 'destructive');
    expect(screen.getByRole('alert').textContent).toContain('Notification 2');
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('a swipe', () => {
  function swipe(pixels: number) {
    const card = screen.getByText('What it is about.');
    fireEvent.pointerDown(card, { clientX: 100, pointerId: 1 });
    fireEvent.pointerMove(card, { clientX: 100 + pixels, pointerId: 1 });
    fireEvent.pointerUp(card, { clientX: 100 + pixels, pointerId: 1 });
  }

  it.each([
    ['51 px to the right', 51, []],
    ['only 50 px', 50, ['Notification 1']],
    ['80 px to the left', -80, ['Notification 1']],
  ])('dismisses only if longer than 50 px and to the right: %s', async (_, pixels, left) => {
    await show(1);
    swipe(pixels);
    expect(shown()).toEqual(left);
  });

  it('moves the notification with the pointer, and back if released too early', async () => {
    await show(1);
    const card = screen.getByText('What it is about.');
    const moved = () => card.closest<HTMLElement>('[style]')?.style.transform ?? '';
    fireEvent.pointerDown(card, { clientX: 100, pointerId: 1 });
    fireEvent.pointerMove(card, { clientX: 130, pointerId: 1 });
    expect(moved()).toBe('translateX(30px)');
    fireEvent.pointerUp(card, { clientX: 130, pointerId: 1 });
    expect(moved()).toBe('');
  });
});

describe('F8', () => {
  it('moves the focus to the region until the notification is closed', async () => {
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    enhanceNotifications(document);
    await show(1);
    fireEvent.keyDown(document, { key: 'F8' });
    expect(document.activeElement).toBe(region());
    fireEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    expect(document.activeElement).toBe(field);
  });
});
