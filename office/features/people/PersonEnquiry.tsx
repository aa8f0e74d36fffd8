import { useState } from 'react';
import { styled } from 'styled-components';

import { readableTime } from '../../../contract/time.ts';
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
import { color, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { isConflict } from '../../client.ts';
import { useCall } from '../../shell/use-operation.ts';
import { Facts } from './Facts.tsx';
import { stateLabels } from '../../enquiries/decisions.ts';
import { counted } from './counts.ts';
import {
  Button,
  DialogForm,
  Field,
  Message,
  Prose,
  RowNote,
  RowTitle,
  SideBySide,
} from '../../ui.tsx';

type Submission = AnswerOf<'person.find'>['submissions'][number];

export function PersonEnquiry({ submission }: { submission: Submission }) {
  const { reference, createdAt, expiresAt, status, handling } = submission;
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [corrected, setCorrected] = useState<string>();
  const form: PartialContactForm = submission;
  const notes = handling?.notes?.length ?? 0;
  return (
    <Article aria-label={`Enquiry ${reference}`}>
      <Head>
        <div>
          <RowTitle as="h4">{reference}</RowTitle>
          <RowNote>
            {status === 'quarantined' ? 'Spam' : stateLabels[handling?.state ?? 'new']} · received{' '}
            {readableTime(createdAt)} · kept until {readableTime(expiresAt)}
            {notes > 0 && ` · ${counted(notes, 'internal note')}`}
          </RowNote>
        </div>
        <Button $small $quiet onClick={() => setIsCorrecting(true)}>
          Correct …
        </Button>
      </Head>
      <div role="status">{corrected && <Message>{corrected}</Message>}</div>
      <Facts
        facts={contactFieldNames.map((name) => [contactField(name).label, form[name] ?? '–'])}
      />
      {isCorrecting && (
        <CorrectDialog
          submission={submission}
          onCorrected={setCorrected}
          onClose={() => setIsCorrecting(false)}
        />
      )}
    </Article>
  );
}

interface CorrectDialogProps {
  submission: Submission;
  /** Called with a sentence that names the corrected fields. */
  onCorrected: (words: string) => void;
  onClose: () => void;
}

/**
 * Corrects an enquiry in two steps: the user enters the new values, then compares them with the old
 * ones.
 */
function CorrectDialog({ submission, onCorrected, onClose }: CorrectDialogProps) {
  const correct = useCall('person.correct', {
    invalidates: ['person.find'],
    onSuccess({ changed }) {
      const labels = changed.map(({ field }) => contactField(field as ContactFieldName).label);
      onCorrected(`Corrected: ${labels.join(', ')}.`);
      onClose();
    },
  });
  const isStale = isConflict(correct.error);
  const before: PartialContactForm = submission;
  const [typed, setTyped] = useState(before);
  const [errors, setErrors] = useState<ContactFormErrors>({});
  const [fault, setFault] = useState<Error | null>(null);
  const [changes, setChanges] = useState<PartialContactForm>();

  function review(values: PartialContactForm): void {
    setTyped(values);
    const { success, data, error } = contactFormSchema.safeParse(values);
    setErrors(success ? {} : firstErrorByField(error));
    if (!success) return;
    const changed = contactFieldNames.filter((name) => !isSame(data[name], before[name]));
    setFault(changed.length === 0 ? new Error() : null);
    if (changed.length > 0)
      setChanges(Object.fromEntries(changed.map((name) => [name, data[name]])));
  }
  function confirm(): void {
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
          <Field
            key={name}
            label={contactField(name).label}
            name={name}
            defaultValue={typed[name]}
            error={errors[name]}
            rows={contactField(name).multiline ? 6 : undefined}
          />
        ))}
        {fault && <Prose role="alert">You have not changed anything.</Prose>}
      </DialogForm>
    );
  }
  return (
    <DialogForm
      title={`Correct ${submission.reference}?`}
      action={isStale ? 'Save anyway' : 'Save correction'}
      isBusy={correct.isPending}
      error={correct.error}
      onSubmit={confirm}
      onClose={onClose}
      onBack={() => setChanges(undefined)}
    >
      {(Object.keys(changes) as ContactFieldName[]).map((name) => (
        <Change key={name}>
          <legend>{contactField(name).label}</legend>
          <Facts
            facts={[
              [isStale ? 'Current version' : 'Before', before[name] ?? '–'],
              [isStale ? 'Your version' : 'After', changes[name] ?? ''],
            ]}
          />
        </Change>
      ))}
      <Prose>The old text is not kept. Emails already sent do not change.</Prose>
    </DialogForm>
  );
}

/** Whether two texts are the same. Browsers submit line breaks as CRLF, which is not a change. */
function isSame(one = '', other = ''): boolean {
  return one.replace(/\r\n?/g, '\n') === other.replace(/\r\n?/g, '\n');
}

const Article = styled.article`
  display: grid;
  gap: ${space.small};
  margin-top: ${space.small};
  padding-top: ${space.medium};
  border-top: 1px solid ${color.line};
`;

const Head = styled(SideBySide)`
  align-items: start;
  justify-content: space-between;
`;

const Change = styled.fieldset`
  width: 100%;
  min-width: 0;
  padding: 0 0 0 ${space.base};
  border: 0;
  border-left: 3px solid ${color.accent};

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
