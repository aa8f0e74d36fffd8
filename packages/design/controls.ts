import { css, styled } from 'styled-components';

import { color, media, motion, space } from './tokens.ts';

/** The style of a button. Quiet buttons, for secondary actions, have only an outline. */
export const buttonStyle = (quiet = false) => css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space.small};
  min-height: 3.25rem;
  padding: 0.75rem 1.625rem;
  border: 1px solid ${color.primary};
  border-radius: 2px;
  background: ${quiet ? 'transparent' : color.primary};
  color: ${quiet ? color.primary : color.onPrimary};
  font-weight: 600;
  font-size: 1rem;
  line-height: 1.25;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition:
    background-color ${motion.quick},
    color ${motion.quick},
    border-color ${motion.quick};

  &:hover {
    background: ${color.primaryStrong};
    border-color: ${color.primaryStrong};
    color: ${color.onPrimary};
  }
  ${media.scripted} {
    &:disabled {
      background: transparent;
      border-color: ${color.control};
      border-style: dashed;
      color: ${color.muted};
      cursor: progress;
    }
  }
  ${media.forced} {
    border-color: ButtonText;
    border-width: ${quiet ? 1 : 3}px;
    background: ButtonFace;
    color: ButtonText;
  }
`;

export const smallButton = 'min-height: 2.75rem; padding: 0.5rem 1rem; font-size: 0.9375rem;';

export const ButtonLink = styled.a<{ $quiet?: boolean; $small?: boolean }>`
  ${({ $quiet }) => buttonStyle($quiet)}
  ${({ $small }) => $small && smallButton}
`;
