import { isAddress, isDomain } from '#contract/screening.ts';
import { mediumDay } from '#contract/time.ts';
import { pages } from '../page-list.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useAnswer } from '../shell/use-action.ts';
import { useNames } from '../shell/use-names.ts';
import {
  Button,
  ErrorMessage,
  Field,
  Form,
  Panel,
  Prose,
  Read,
  RowNote,
  Rows,
  RowTitle,
  verbatim,
} from '../ui.tsx';
import { useBlockList } from './use-block-list.ts';

export function BlockListPage() {
  const query = useAnswer('block-list.read', {});
  const { add, remove } = useBlockList();
  const nameOf = useNames();
  function submit({ value }: { value: string }, form: HTMLFormElement): void {
    add.mutate({ value }, { onSuccess: () => form.reset() });
  }
  return (
    <>
      <PageTitle
        title={pages.blockList.title}
        lead="New enquiries are marked as spam if they come from one of these addresses or domains, mention one of these domains, or contain one of these phrases. No enquiry is refused."
      />
      <Panel aria-label="All entries">
        <Form onSubmit={submit} error={add.error}>
          <Field
            label="Email address, domain or phrase"
            name="value"
            required
            maxLength={253}
            {...verbatim}
            hint="Choose a phrase that genuine enquiries never contain."
          />
          <Button type="submit" $small disabled={add.isPending}>
            Block
          </Button>
        </Form>
        <ErrorMessage error={remove.error} />
        <Read query={query}>
          {({ entries }) =>
            entries.length === 0 ? (
              <Prose>Nothing is blocked.</Prose>
            ) : (
              <Rows>
                {entries.map(({ value, addedBy, addedAt }) => (
                  <li key={value}>
                    <div>
                      <RowTitle dir="auto">{value}</RowTitle>
                      <RowNote>
                        {kindOf(value)} · added by {nameOf(addedBy)} on {mediumDay(addedAt)}
                      </RowNote>
                    </div>
                    <Button
                      $small
                      $quiet
                      aria-label={`Remove ${value}`}
                      disabled={remove.isPending}
                      onClick={() => remove.mutate({ value })}
                    >
                      Remove
                    </Button>
                  </li>
                ))}
              </Rows>
            )
          }
        </Read>
      </Panel>
    </>
  );
}

function kindOf(value: string): string {
  if (isAddress(value)) return 'Email address';
  return isDomain(value) ? 'Domain and its subdomains' : 'Phrase';
}
