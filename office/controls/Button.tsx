import { styled } from 'styled-components';

import { buttonStyle, smallButton } from '../../design/controls.ts';
import { color } from '../../design/tokens.ts';

/** A button; `$quiet` for a secondary action, `$grave` for a destructive one. */
export const Button = styled.button.attrs<{ $quiet?: boolean; $grave?: boolean; $small?: boolean }>(
  ({ type = 'button' }) => ({ type }),
)`
  ${({ $quiet, $grave }) => buttonStyle(($quiet ?? false) || ($grave ?? false))}
  ${({ $small }) => $small && smallButton}
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

/** A button that looks like a link, for minor actions. */
export const TextButton = styled.button.attrs({ type: 'button' })`
  padding: 0.375rem 0;
  border: 0;
  background: none;
  color: ${color.primary};
  text-align: start;
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.22em;
  cursor: pointer;
`;
