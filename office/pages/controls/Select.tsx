import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';

import { color } from '../../../design/tokens.ts';

export const Select = styled.select`
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid ${color.control};
  border-radius: 2px;
  background: ${color.paper};
  color: ${color.ink};
  font: inherit;
  font-size: 0.9375rem;
`;

/** For a control that acts at once: a key opens it, where it would choose what comes next. */
export function openByKey(event: KeyboardEvent<HTMLSelectElement>): void {
  if (!/^(Arrow|Page|Home|End|.$)/.test(event.key) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}
