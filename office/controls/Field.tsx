import { useId, type ComponentProps, type ReactNode } from 'react';
import { styled } from 'styled-components';

import { color, motion, size, space } from '../../design/tokens.ts';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** The number of rows; makes the field a textarea. */
  rows?: number | undefined;
}

/** Attributes of a field for text such as a username, an email address or a reference. */
export const verbatim = { autoCapitalize: 'none', spellCheck: false } as const;

export function Field({ label, hint, error, rows, ...input }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Labelled $wide={rows !== undefined}>
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
    </Labelled>
  );
}

export const Labelled = styled.div<{ $wide: boolean }>`
  display: grid;
  gap: ${space.tiny};
  width: 100%;
  ${({ $wide }) => !$wide && 'max-width: 26rem;'}
`;

export const Label = styled.label`
  font-size: 0.9375rem;
  font-weight: 600;
  line-height: 1.4;
`;

export const Input = styled.input`
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
    border-color: ${color.primary};
  }
  &:read-only {
    border-style: dashed;
    color: ${color.muted};
  }
  &[aria-invalid='true'] {
    border-color: ${color.danger};
  }
  &:is(textarea) {
    min-height: 6.5rem;
    resize: vertical;
    field-sizing: content;
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
