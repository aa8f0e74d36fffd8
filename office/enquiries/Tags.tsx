import { useId } from 'react';
import { styled } from 'styled-components';

import { Overline } from '#design/layout.ts';
import { color, space } from '#design/tokens.ts';
import { useSession } from '../shell/session.tsx';
import { Button, Form, Input, TextButton } from '../ui.tsx';
import { maxTagLength } from './decisions.ts';
import { useTags } from './Filters.tsx';

export interface TagsProps {
  tags: readonly string[];
  isBusy: boolean;
  onTags: (tags: string[]) => void;
}

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
    <Section aria-labelledby={`${id}-title`} data-print={tags.length === 0 ? 'hide' : undefined}>
      <Overline as="h2" id={`${id}-title`}>
        Tags
      </Overline>
      <ul role="list">
        {tags.map((tag) => (
          <li key={tag}>
            <bdi>{tag}</bdi>
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
      </ul>
      {mayChange && (
        <Form onSubmit={add} data-print="hide">
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
          <datalist id={`${id}-known`}>
            {known.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </Form>
      )}
    </Section>
  );
}

const Section = styled.section`
  ul {
    margin-block: ${space.tiny};
  }
  li {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${space.base};
    padding-block: ${space.tiny};
    border-bottom: 1px solid ${color.line};
    overflow-wrap: anywhere;
  }
  form {
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${space.small};
    margin-top: ${space.small};
  }
  input {
    min-height: 2.75rem;
    padding-block: 0.5rem;
  }
`;
