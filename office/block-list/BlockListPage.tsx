import { isAddress, isDomain } from '#contract/screening.ts';
import { mediumDay } from '#contract/time.ts';
import { pages } from '../page-list.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useAction, useAnswer } from '../shell/use-action.ts';
import { useNames } from '../shell/use-names.ts';
import {
  Button,
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

export function BlockListPage() {
  const query = useAnswer('block-list.read', {});
  const change = useAction('block-list.change', {
    invalidates: ['block-list.read'],
    done: 'The block list was changed.',
  });
  const nameOf = useNames();
  return (
    <>
      <PageTitle
        title={pages.blockList.title}
        lead="New enquiries are marked as spam if they come from one of these addresses or domains, mention one of these domains, or contain one of these phrases. No enquiry is refused."
      />
      <Panel aria-label="All entries">
        <Form
          onSubmit={({ value }: { value: string }, form) =>
            change.mutate({ value, isBlocked: true }, { onSuccess: () => form.reset() })
          }
          error={change.error}
        >
          <Field
            label="Email address, domain or phrase"
            name="value"
            required
            maxLength={253}
            {...verbatim}
            hint="Choose a phrase that genuine enquiries never contain."
          />
          <Button type="submit" $small disabled={change.isPending}>
            Block
          </Button>
        </Form>
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
                      disabled={change.isPending}
                      onClick={() => change.mutate({ value, isBlocked: false })}
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
