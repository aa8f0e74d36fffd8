import { useState, type ComponentType } from 'react';

import { loadPage } from './LoadedPage.tsx';
import { useToast } from './toast.tsx';

/**
 * A dialog whose code is loaded when it is first opened.
 *
 * @returns the dialog while it is open, and functions that open and close it.
 */
export function useLoadedDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>();
  const toast = useToast();
  async function openLoaded(): Promise<void> {
    try {
      const loaded = await loadPage(load);
      setDialog(() => loaded);
    } catch {
      toast({ words: 'This could not be opened. Try again later.' });
    }
  }
  return { Dialog, open: () => void openLoaded(), close: () => setDialog(undefined) };
}
