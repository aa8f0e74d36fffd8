import { useId, useState, type SubmitEvent } from 'react';
import { styled } from 'styled-components';

import {
  contactField,
  contactFieldNames,
  type ContactFieldName,
  type PartialContactForm,
} from '../../../contract/contact-fields.ts';
import {
  contactFormSchema,
  firstErrorByField,
  type ContactFormErrors,
} from '../../../contract/contact-form.ts';
import { color, size, space } from '../../../design/tokens.ts';
import { DialogForm } from '../../controls/DialogForm.tsx';
import { Field, Label } from '../../controls/Field.tsx';
import { readForm } from '../../controls/Form.tsx';
import { Prose } from '../../controls/Panel.tsx';
import { useCall } from '../../shell/use-operation.ts';
import { isConflict } from '../../shell/request.ts';
import { FactList, type Submission } from './HeldEnquiry.tsx';

interface CorrectDialogProps {
  submission: Submission;
  /** Gets a sentence that names the corrected fields. */
  onCorrected: (words: string) => void;
  onClose: () => void;
}

/** Corrects the fields of an enquiry: first the new values, then before and after to confirm. */
export function CorrectDialog({ submission, onCorrected, onClose }: CorrectDialogProps) {
  const correct = useCall('person.correct', {
    invalidates: ['person.find'],
    onSuccess({ changed }) {
      const labels = changed.map(({ field }) => contactField(field as ContactFieldName).label);
      onCorrected(`Corrected: ${labels.join(', ')}.`);
      onClose();
    },
  });
  const before: PartialContactForm = submission;
  const [typed, setTyped] = useState(before);
  const [errors, setErrors] = useState<ContactFormErrors>({});
  const [fault, setFault] = useState<Error | null>(null);
  const [changes, setChanges] = useState<PartialContactForm>();

  function review(event: SubmitEvent<HTMLFormElement>): void {
    const values: PartialContactForm = readForm(event);
    setTyped(values);
    const { success, data, error } = contactFormSchema.safeParse(values);
    setErrors(success ? {} : firstErrorByField(error));
    if (!success) return;
    const changed = contactFieldNames.filter((name) => !isSame(data[name], before[name]));
    setFault(changed.length === 0 ? new Error() : null);
    if (changed.length > 0)
      setChanges(Object.fromEntries(changed.map((name) => [name, data[name]])));
  }
  function confirm(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { id, handling } = submission;
    correct.mutate({ id, version: handling?.version ?? 0, correction: changes ?? {} });
  }
  if (!changes) {
    return (
      <DialogForm
        title={`Correct ${submission.reference}`}
        action="Review changes"
        onSubmit={review}
        onClose={onClose}
      >
        {contactFieldNames.map((name) => (
          <Control key={name} name={name} value={typed[name] ?? ''} error={errors[name]} />
        ))}
        {fault && <Prose role="alert">You have not changed anything.</Prose>}
      </DialogForm>
    );
  }
  return (
    <DialogForm
      title={`Correct ${submission.reference}?`}
      action={isConflict(correct.error) ? 'Save anyway' : 'Save correction'}
      isBusy={correct.isPending}
      error={correct.error}
      onSubmit={confirm}
      onClose={onClose}
      onBack={() => setChanges(undefined)}
    >
      {(Object.keys(changes) as ContactFieldName[]).map((name) => (
        <Change key={name}>
          <legend>{contactField(name).label}</legend>
          <FactList>
            <div>
              <dt>{isConflict(correct.error) ? 'Current version' : 'Before'}</dt>
              <dd>{before[name] ?? '–'}</dd>
            </div>
            <div>
              <dt>{isConflict(correct.error) ? 'Your version' : 'After'}</dt>
              <dd>{changes[name]}</dd>
            </div>
          </FactList>
        </Change>
      ))}
      <Prose>The old text is not kept. Emails already sent do not change.</Prose>
    </DialogForm>
  );
}

/** Browsers submit line breaks as CRLF, which is not a change. */
function isSame(one = '', other = ''): boolean {
  return one.replace(/\r\n?/g, '\n') === other.replace(/\r\n?/g, '\n');
}

interface ControlProps {
  name: ContactFieldName;
  value: string;
  error: string | undefined;
}

function Control({ name, value, error }: ControlProps) {
  const id = useId();
  const { label, multiline } = contactField(name);
  if (!multiline) {
    return (
      <Field label={label} name={name} defaultValue={value} error={error} autoComplete="off" />
    );
  }
  return (
    <Tall>
      <Label htmlFor={id}>{label}</Label>
      <TextArea
        id={id}
        name={name}
        rows={6}
        defaultValue={value}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
      />
      {error && <Fault id={`${id}-error`}>{error}</Fault>}
    </Tall>
  );
}

const Tall = styled.div`
  display: grid;
  gap: ${space.tiny};
  width: 100%;
`;

const TextArea = styled.textarea`
  width: 100%;
  padding: 0.75rem 0.875rem;
  border: 1px solid ${color.control};
  border-radius: 2px;
  background: ${color.paper};
  color: ${color.ink};
  font: inherit;
  font-size: ${size.text};
  resize: vertical;

  &[aria-invalid='true'] {
    border-color: ${color.danger};
  }
`;

const Fault = styled.p`
  font-size: 0.9375rem;
  font-weight: 500;
  color: ${color.danger};
`;

const Change = styled.fieldset`
  width: 100%;
  min-width: 0;
  padding: 0 0 0 ${space.base};
  border: 0;
  border-left: 3px solid ${color.brass};

  legend {
    float: left;
    width: 100%;
    padding: 0;
    font-weight: 600;
  }
  dl {
    clear: both;
  }
`;
