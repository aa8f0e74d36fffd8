import { useId } from 'react';
import { styled } from 'styled-components';

import { Overline } from '../../design/layout.ts';
import { color, size, space } from '../../design/tokens.ts';
import { useSession } from '../shell/session.tsx';
import { Button, Form, Input, TextButton } from '../ui.tsx';
import { maxTagLength } from './decisions.ts';
import { useTags } from './Filters.tsx';

export interface TagsProps {
  tags: readonly string[];
  isBusy: boolean;
  onTags: (tags: string[]) => void;
}

/**
 * Shows the tags of an enquiry with buttons to remove them, and a field that adds a tag and
 * suggests tags in use.
 */
export function Tags({ tags, isBusy, onTags }: TagsProps) {
  const { may } = useSession();
  const known = useTags();
  const id = useId();
  const mayChange = may('enquiry.change');
  if (!mayChange && tags.length === 0) return null;
  function add({ tag }: { tag: string }, form: HTMLFormElement): void {
    const typed = tag.replace(/\s+/g, ' ').trim();
    if (typed === '') return;
    // An existing tag that differs only in capitals is used instead.
    const used = known.find((other) => other.toLowerCase() === typed.toLowerCase());
    onTags([...new Set([...tags, used ?? typed])]);
    form.reset();
  }
  return (
    <section aria-labelledby={`${id}-title`} data-print={tags.length === 0 ? 'hide' : undefined}>
      <Overline as="h2" id={`${id}-title`}>
        Tags
      </Overline>
      {tags.length > 0 && (
        <List role="list">
          {tags.map((tag) => (
            <li key={tag}>
              <span dir="auto">{tag}</span>
              {mayChange && (
                <TextButton
                  aria-label={`Remove the tag ${tag}`}
                  disabled={isBusy}
                  onClick={() => onTags(tags.filter((other) => other !== tag))}
                >
                  Remove
                </TextButton>
              )}
            </li>
          ))}
        </List>
      )}
      {mayChange && (
        <Form onSubmit={add} data-print="hide">
          <Beside>
            <Input
              name="tag"
              aria-label="New tag"
              list={`${id}-known`}
              maxLength={maxTagLength}
              autoComplete="off"
              required
            />
            <Button type="submit" $small $quiet disabled={isBusy}>
              Add tag
            </Button>
          </Beside>
          <datalist id={`${id}-known`}>
            {known
              .filter((tag) => !tags.includes(tag))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </Form>
      )}
    </section>
  );
}

const List = styled.ul`
  margin-block: ${space.tiny};

  li {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${space.base};
    padding-block: ${space.tiny};
    border-bottom: 1px solid ${color.line};
    overflow-wrap: anywhere;
  }
  button {
    font-size: ${size.small};
  }
`;

/** Places a short field and its button side by side. */
const Beside = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space.small};
  align-items: center;
  width: 100%;
  margin-top: ${space.small};

  input {
    min-height: 2.75rem;
    padding-block: 0.5rem;
  }
`;
