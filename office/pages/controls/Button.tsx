import { styled } from 'styled-components';

import { buttonStyle } from '../../../design/controls.ts';
import { color } from '../../../design/tokens.ts';

/** A button; a quiet one is an outline, for the second choice of two; a grave one destroys. */
export const Button = styled.button.attrs<{ $quiet?: boolean; $grave?: boolean; $small?: boolean }>(
  ({ type = 'button' }) => ({ type }),
)`
  ${({ $quiet, $grave }) => buttonStyle(($quiet ?? false) || ($grave ?? false))}
  ${({ $small }) => $small && 'min-height: 2.75rem; padding: 0.5rem 1rem; font-size: 0.9375rem;'}
  ${({ $grave }) =>
    $grave &&
    `
      &:not(:disabled), &:not(:disabled):hover {
        border-color: ${color.danger};
        background: transparent;
        color: ${color.danger};
      }
      &:hover { text-decoration: underline; }
    `}
`;
