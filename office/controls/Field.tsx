import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { css, styled } from 'styled-components';

import { color, motion, size, space } from '../../design/tokens.ts';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** Help text. */
  hint?: ReactNode;
  error?: string | undefined;
  /** The height of a field for several lines of text. */
  rows?: number | undefined;
}

/** The attributes of a field for a username, an address or a reference. */
export const verbatim = { autoCapitalize: 'none', spellCheck: false } as const;

/** An input with its label, hint and error. */
export function Field({ label, hint, error, rows, ...input }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Wrapper>
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
        {...input}
        {...(rows && { as: 'textarea', rows })}
      />
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </Wrapper>
  );
}

const Wrapper = styled.div`
  display: grid;
  gap: ${space.tiny};
  width: 100%;
  max-width: 26rem;
`;

export const Label = styled.label`
  font-size: 0.9375rem;
  font-weight: 600;
  line-height: 1.4;
`;

/** The look of text inputs. */
export const typedInto = css`
  width: 100%;
  padding: 0.75rem 0.875rem;
  border: 1px solid ${color.control};
  border-radius: 2px;
  background: ${color.paper};
  color: ${color.ink};
  font-size: ${size.text};
  line-height: 1.5;
  transition: border-color ${motion.quick};

  &:hover {
    border-color: ${color.teal};
  }
`;

const Input = styled.input`
  ${typedInto}
  min-height: 3.25rem;

  &:read-only {
    border-style: dashed;
    color: ${color.muted};
  }
  &[aria-invalid='true'] {
    border-color: ${color.danger};
  }
  &:is(textarea) {
    resize: vertical;
  }
`;

const Hint = styled.p`
  font-size: ${size.small};
  line-height: 1.45;
  color: ${color.muted};
`;

const ErrorText = styled.p`
  font-size: 0.9375rem;
  font-weight: 500;
  line-height: 1.4;
  color: ${color.danger};
`;
