import type { ReactNode } from 'react';

/** What ties a control to its label and to the message about it. */
export interface ControlAttributes {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  id: string;
  label: string;
  error: string | undefined;
  /** The id of a further description of the control. */
  describedBy?: string;
  children: (control: ControlAttributes) => ReactNode;
}

/** A control with its label above it and, if need be, its error below. */
export function Field({ id, label, error, describedBy, children }: FieldProps) {
  const errorId = `${id}-error`;
  const descriptions = [error && errorId, describedBy].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': descriptions || undefined,
      })}
      {error && (
        <p className="error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
