import { useState } from 'react';

import { fieldsInBraces } from '#contract/replies.ts';
import { mediumDay } from '#contract/time.ts';
import { pages } from '../page-list.ts';
import { BackLink, PageTitle } from '../shell/PageTitle.tsx';
import { useSession } from '../shell/session.tsx';
import { useAction, useAnswer } from '../shell/use-action.ts';
import { useNames } from '../shell/use-names.ts';
import { useToast } from '../toast.tsx';
import {
  Button,
  DialogForm,
  ErrorMessage,
  Field,
  Panel,
  Prose,
  Read,
  RowNote,
  Rows,
  RowTitle,
  SideBySide,
} from '../ui.tsx';
import type { InputOf } from '../api.ts';
import { maxTextLength } from './decisions.ts';

type Template = InputOf<'template.save'>;

export function TemplatesPage() {
  const query = useAnswer('template.list', {});
  const { may } = useSession();
  const nameOf = useNames();
  const toast = useToast();
  const [edited, setEdited] = useState<Partial<Template>>();
  const save = useAction('template.save', { invalidates: ['template.list'] });
  const remove = useAction('template.remove', {
    invalidates: ['template.list'],
    onSuccess({ removed }) {
      if (removed === null) return;
      toast({ words: `Removed: ${removed.name}`, undo: () => save.mutateAsync(removed) });
    },
  });
  const mayChange = may('template.change');
  return (
    <>
      <BackLink to={pages.enquiries.path}>← {pages.enquiries.title}</BackLink>
      <PageTitle
        title={pages.templates.title}
        lead="Standard replies, shared by everyone who answers enquiries."
      >
        {mayChange && (
          <Button $small $quiet onClick={() => setEdited({})}>
            Add a template …
          </Button>
        )}
      </PageTitle>
      <Panel aria-label="All templates">
        <ErrorMessage error={save.error ?? remove.error} />
        <Read query={query}>
          {({ templates }) => (
            <>
              {templates.length === 0 && <Prose>There are no templates yet.</Prose>}
              <Rows>
                {templates.map(({ changedBy, changedAt, ...template }) => (
                  <li key={template.id}>
                    <div>
                      <RowTitle dir="auto">{template.name}</RowTitle>
                      <RowNote>
                        Changed by {nameOf(changedBy)} on {mediumDay(changedAt)}
                      </RowNote>
                    </div>
                    {mayChange && (
                      <SideBySide>
                        <Button
                          $small
                          $quiet
                          aria-label={`Edit ${template.name}`}
                          onClick={() => setEdited({ ...template, seen: changedAt })}
                        >
                          Edit
                        </Button>
                        <Button
                          $small
                          $quiet
                          aria-label={`Remove ${template.name}`}
                          disabled={remove.isPending}
                          onClick={() => remove.mutate({ id: template.id })}
                        >
                          Remove
                        </Button>
                      </SideBySide>
                    )}
                  </li>
                ))}
              </Rows>
            </>
          )}
        </Read>
      </Panel>
      {edited && <TemplateDialog template={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

interface TemplateDialogProps {
  /** The template to edit; empty for a new one. */
  template: Partial<Template>;
  onClose: () => void;
}

function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const save = useAction('template.save', { invalidates: ['template.list'], onSuccess: onClose });
  return (
    <DialogForm
      title={template.id ? 'Edit template' : 'Add a template'}
      action="Save template"
      isBusy={save.isPending}
      error={save.error}
      onSubmit={(values: Pick<Template, 'name' | 'text'>) =>
        save.mutate({ ...values, id: template.id ?? crypto.randomUUID(), seen: template.seen })
      }
      onClose={onClose}
    >
      <Field label="Name" name="name" required maxLength={80} defaultValue={template.name} />
      <Field
        label="Text"
        name="text"
        rows={9}
        dir="auto"
        required
        maxLength={maxTextLength}
        defaultValue={template.text}
        hint={`${fieldsInBraces} are filled in. Your signature and the enquiry are added below the reply.`}
      />
    </DialogForm>
  );
}
