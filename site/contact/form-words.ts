import { createContext, useContext } from 'react';

import { formWords } from '../../contract/words.ts';

/** The texts of the form and the notifications; English unless a provider sets others. */
export const Words = createContext(formWords);

export function useWords(): typeof formWords {
  return useContext(Words);
}
