import { useId } from 'react';
import { styled } from 'styled-components';

import { Overline } from '../../../../design/layout.ts';
import { color, size, space } from '../../../../design/tokens.ts';
import { Button, TextButton } from '../../../controls/Button.tsx';
import { Input } from '../../../controls/Field.tsx';
import { Form } from '../../../controls/Form.tsx';
import { useSession } from '../../../shell/session.tsx';
import { useOperation } from '../../../shell/use-operation.ts';
import { actOf, type Act } from '../acts.ts';
import { maxTagLength } from '../changes.ts';

interface TagsProps {
  tags: readonly string[];
  isBusy: boolean;
  onAct: (act: Act) => void;
}

/**
 * Shows the tags of an enquiry with buttons to remove them, and a field that adds a tag and
 * suggests tags in use.
 */
export function Tags({ tags, isBusy, onAct }: TagsProps) {
  const { may } = useSession();
  const { data } = useOperation('enquiry.tags');
  const id = useId();
  if (!may('enquiry.change') && tags.length === 0) return null;
  function add({ tag }: { tag: string }, form: HTMLFormElement): void {
    const typed = tag.replace(/\s+/g, ' ').trim();
    if (typed === '') return;
    // An existing tag that differs only in capitals is used instead.
    const known = data?.tags.find((each) => each.toLowerCase() === typed.toLowerCase());
    onAct(actOf('enquiry.tag', { add: [known ?? typed], remove: [] }));
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
              {may('enquiry.change') && (
                <TextButton
                  aria-label={`Remove the tag ${tag}`}
                  disabled={isBusy}
                  onClick={() => onAct(actOf('enquiry.tag', { add: [], remove: [tag] }))}
                >
                  Remove
                </TextButton>
              )}
            </li>
          ))}
        </List>
      )}
      {may('enquiry.change') && (
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
            {data?.tags
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
export const Beside = styled.div`
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
