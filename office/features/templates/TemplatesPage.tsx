import { useState } from 'react';

import { fieldsInBraces } from '../../../contract/replies.ts';
import { mediumDay } from '../../../contract/time.ts';
import { Button } from '../../controls/Button.tsx';
import { DialogForm } from '../../controls/Dialog.tsx';
import { Field } from '../../controls/Field.tsx';
import { ErrorMessage } from '../../controls/Message.tsx';
import { Panel, Prose } from '../../controls/Panel.tsx';
import { Read } from '../../controls/Read.tsx';
import { RowNote, Rows, RowTitle, SideBySide } from '../../controls/Rows.tsx';
import type { RequestOf } from '../../office-api.ts';
import { pages } from '../../page-list.ts';
import { BackLink, PageTitle } from '../../shell/PageTitle.tsx';
import { useSession } from '../../shell/session.tsx';
import { useToast } from '../../shell/toast.tsx';
import { useNames } from '../../shell/use-names.ts';
import { useCall, useOperation } from '../../shell/use-operation.ts';
import { maxTextLength } from '../enquiries/changes.ts';

type Template = RequestOf<'template.save'>;

const invalidates = ['template.read'] as const;

/** The templates that the page offers to add while there are none. */
const exampleTemplates: readonly { name: string; text: string }[] = [
  {
    name: 'Arrange a call',
    text: 'Dear {first name},\n\nThank you for your enquiry ({reference}). I would like to phone you to hear what your association needs. Which day and time would suit you?\n\nKind regards,',
  },
  {
    name: 'Reël ’n gesprek',
    text: 'Beste {first name},\n\nDankie vir u navraag ({reference}). Ek wil u graag bel om te hoor wat u vereniging nodig het. Watter dag en tyd pas u?\n\nVriendelike groete,',
  },
];

export function TemplatesPage() {
  const query = useOperation('template.read');
  const { may } = useSession();
  const nameOf = useNames();
  const toast = useToast();
  const [edited, setEdited] = useState<Partial<Template>>();
  const save = useCall('template.save', { invalidates });
  const remove = useCall('template.remove', {
    invalidates,
    onSuccess: (template) =>
      toast({ words: `Removed: ${template.name}`, undo: () => save.mutateAsync(template) }),
  });
  function addExamples(): void {
    for (const example of exampleTemplates) save.mutate({ ...example, id: crypto.randomUUID() });
  }
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
            Add …
          </Button>
        )}
      </PageTitle>
      <Panel aria-label="All templates">
        <ErrorMessage error={save.error ?? remove.error} />
        <Read query={query}>
          {({ templates }) =>
            templates.length === 0 ? (
              <>
                <Prose>There are no templates yet.</Prose>
                {mayChange && (
                  <Button $small disabled={save.isPending} onClick={addExamples}>
                    Add two examples, in English and Afrikaans
                  </Button>
                )}
              </>
            ) : (
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
                          onClick={() => remove.mutate(template)}
                        >
                          Remove
                        </Button>
                      </SideBySide>
                    )}
                  </li>
                ))}
              </Rows>
            )
          }
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
  const save = useCall('template.save', { invalidates, onSuccess: onClose });
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
