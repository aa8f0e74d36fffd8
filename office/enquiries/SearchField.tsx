import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

import { VisuallyHidden } from '../../design/layout.ts';
import { drawn } from '../../design/line-art.tsx';
import { color, media } from '../../design/tokens.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { Input } from '../ui.tsx';

/** Milliseconds to wait after the last keystroke, because the audit trail records each search. */
const pause = 400;

interface SearchFieldProps {
  /** The current search text, which is kept in memory only. */
  search: string;
  onSearch: (search: string) => void;
}

/** A field to search for words in any part of an enquiry, or for a reference. */
export function SearchField({ search, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search);
  useShortcuts({ '/': () => input.current?.focus() });
  const [last, setLast] = useState(search);
  if (search !== last) {
    setLast(search);
    // Keep a trailing space while the user is typing.
    if (text.trim() !== search) setText(search);
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === search) return;
    const timer = setTimeout(() => onSearch(wanted), wanted === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, search, onSearch]);
  return (
    <Form
      role="search"
      data-print="hide"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <label>
        <VisuallyHidden>Search enquiries</VisuallyHidden>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5L20 20" />
        </svg>
        <SearchInput
          ref={input}
          type="search"
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          placeholder="Name, words or reference"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Escape' && !nativeEvent.isComposing) setText('');
          }}
        />
      </label>
    </Form>
  );
}

const Form = styled.form`
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
  ${media.belowWide} {
    flex-basis: 100%;
    max-width: none;
  }
`;

const SearchInput = styled(Input)`
  min-height: 2.875rem;
  padding: 0.5rem 0.75rem 0.5rem 2.625rem;

  &::placeholder {
    color: ${color.muted};
    opacity: 1;
  }
`;
