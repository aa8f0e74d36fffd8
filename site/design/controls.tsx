import { css, styled } from 'styled-components';
import { color, font, media, motion, size, space } from './theme.ts';

interface ButtonProps {
  /** Quiet: an outline, for the second choice of two. */
  $quiet?: boolean;
}

const buttonStyle = css<ButtonProps>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space.small};
  min-height: 3.25rem;
  padding: 0.75rem 1.625rem;
  border: 1px solid ${color.teal};
  border-radius: 2px;
  background: ${({ $quiet }) => ($quiet ? 'transparent' : color.teal)};
  color: ${({ $quiet }) => ($quiet ? color.teal : color.onTeal)};
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
    background: ${color.tealStrong};
    border-color: ${color.tealStrong};
    color: ${color.onTeal};
  }
  &:disabled {
    background: transparent;
    border-color: ${color.control};
    border-style: dashed;
    color: ${color.muted};
    cursor: progress;
  }
  ${media.forced} {
    border-color: ButtonText;
    background: ButtonFace;
    color: ButtonText;
  }
`;

export const Button = styled.button<ButtonProps>`
  ${buttonStyle}
`;

export const ButtonLink = styled.a<ButtonProps>`
  ${buttonStyle}
`;

export const Card = styled.div`
  padding: clamp(1.5rem, 1rem + 2.4vw, 3.25rem);
  border: 1px solid ${color.line};
  border-top: 3px solid ${color.teal};
  border-radius: 2px;
  background: ${color.card};
`;

export const CardTitle = styled.h3`
  font-size: clamp(1.75rem, 1.5rem + 1vw, 2.375rem);
  line-height: 1.15;
  letter-spacing: -0.012em;
`;

/** A label, its control and its message, one below the other. */
export const Field = styled.div`
  display: grid;
  align-content: start;
  gap: ${space.tiny};
`;

export const FieldLabel = styled.label`
  font-size: 0.9375rem;
  font-weight: 600;
  line-height: 1.4;
`;

const inputStyle = css`
  width: 100%;
  min-height: 3.25rem;
  padding: 0.75rem 0.875rem;
  border: 1px solid ${color.control};
  border-radius: 2px;
  background: ${color.paper};
  color: ${color.ink};
  font-size: ${size.text};
  line-height: 1.5;
  transition: border-color ${motion.quick};

  &:hover {
    border-color: ${color.ink};
  }
  &:focus-visible {
    outline-offset: 0;
    border-color: ${color.ink};
  }
  &[aria-invalid='true'] {
    border-color: ${color.danger};
    box-shadow: inset 0 -2px 0 ${color.danger};
  }
`;

export const TextInput = styled.input`
  ${inputStyle}
`;

export const TextArea = styled.textarea`
  ${inputStyle}
  display: block;
  resize: vertical;
`;

export const FieldHint = styled.p`
  font-size: ${size.small};
  line-height: 1.5;
  color: ${color.muted};
`;

export const FieldError = styled.p`
  display: flex;
  gap: 0.5em;
  font-size: 0.9375rem;
  font-weight: 500;
  line-height: 1.4;
  color: ${color.danger};

  &::before {
    content: '';
    flex: none;
    width: 0.5em;
    height: 0.5em;
    margin-top: 0.45em;
    border: 2px solid currentColor;
    border-radius: 50%;
  }
`;

/** The words that a person is meant to keep, such as a reference. */
export const Display = styled.p`
  font-family: ${font.display};
  font-size: ${size.heading};
  line-height: 1.1;
  letter-spacing: -0.01em;
`;
