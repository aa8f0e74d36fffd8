import { useRef } from 'react';
import { styled } from 'styled-components';

import { VisuallyHidden } from '#design/layout.ts';
import { drawn } from '#design/line-art.tsx';
import { color, media } from '#design/tokens.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { SlowInput } from './SlowInput.tsx';

interface SearchFieldProps {
  /** The current search text, which is kept in memory only. */
  search: string;
  onSearch: (search: string) => void;
}

export function SearchField({ search, onSearch }: SearchFieldProps) {
  const label = useRef<HTMLLabelElement>(null);
  useShortcuts({ '/': () => label.current?.control?.focus() });
  return (
    <Place role="search" data-print="hide">
      <label ref={label}>
        <VisuallyHidden>Search enquiries</VisuallyHidden>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5L20 20" />
        </svg>
        <SlowInput
          type="search"
          value={search}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          placeholder="Name, words or reference"
          onValue={onSearch}
        />
      </label>
    </Place>
  );
}

const Place = styled.div`
  flex: 1 1 16rem;
  max-width: 26rem;

  label {
    position: relative;
    display: block;
  }
  svg {
    position: absolute;
    top: 0.8125rem;
    left: 0.75rem;
    width: 1.25rem;
    height: 1.25rem;
    ${drawn(color.muted, 1.5)}
  }
  input {
    min-height: 2.875rem;
    padding: 0.5rem 0.75rem 0.5rem 2.625rem;
  }
  input::placeholder {
    color: ${color.muted};
    opacity: 1;
  }
  ${media.belowWide} {
    flex-basis: 100%;
    max-width: none;
  }
`;
