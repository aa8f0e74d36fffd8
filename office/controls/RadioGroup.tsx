import { styled } from 'styled-components';

import { color, size, space } from '../../design/tokens.ts';

interface RadioGroupProps {
  legend: string;
  name: string;
  defaultValue: string;
  /** The label of each value, in display order, with an explanation if it needs one. */
  options: Readonly<Record<string, { label: string; hint?: string }>>;
}

/** A choice between a few options, all of which are visible. */
export function RadioGroup({ legend, name, defaultValue, options }: RadioGroupProps) {
  return (
    <Fieldset>
      <legend>{legend}</legend>
      {Object.entries(options).map(([value, { label, hint }]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === defaultValue} />
          <span>
            {label}
            {hint && <small>{hint}</small>}
          </span>
        </label>
      ))}
    </Fieldset>
  );
}

export const Fieldset = styled.fieldset`
  display: grid;
  gap: ${space.small};
  min-width: 0;
  border: 0;

  legend {
    padding-bottom: ${space.tiny};
    font-size: 0.9375rem;
    font-weight: 600;
  }
  label {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: ${space.small};
    align-items: start;
    cursor: pointer;
  }
  input {
    width: 1.25rem;
    height: 1.25rem;
    margin-top: 0.2rem;
    accent-color: ${color.primary};
  }
  small {
    display: block;
    font-size: ${size.small};
    color: ${color.muted};
  }
`;
