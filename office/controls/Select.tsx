import { useId, type KeyboardEvent, type SelectHTMLAttributes } from 'react';
import { styled } from 'styled-components';

import { color } from '../../design/tokens.ts';
import { Label, Labelled } from './Field.tsx';

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

interface ChoiceProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  /** The label of each value, in display order. */
  options: Readonly<Record<string, string>>;
}

export function Choice({ label, options, ...select }: ChoiceProps) {
  const id = useId();
  return (
    <Labelled $wide>
      <Label htmlFor={id}>{label}</Label>
      <Select id={id} {...select}>
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}

/**
 * For a select that acts on every change: opens its list on keys that would change its value.
 * Safari has no `showPicker`, but opens the list on these keys anyway.
 */
export function openByKey(event: KeyboardEvent<HTMLSelectElement>): void {
  if (!('showPicker' in event.currentTarget)) return;
  if (!/^(Arrow|Page|Home|End|.$)/.test(event.key) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}
