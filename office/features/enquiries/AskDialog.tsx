import { useState } from 'react';

import { Confirm, DialogForm } from '../../controls/Dialog.tsx';
import { Field } from '../../controls/Field.tsx';
import { Prose } from '../../controls/Panel.tsx';
import type { Question } from './define-change.ts';

interface AskDialogProps {
  question: Question & { action: string };
  $grave?: boolean;
  refusalOf?: ((day: string | null) => string | undefined) | undefined;
  /** Receives the chosen day; null if none was chosen. */
  onConfirm: (day: string | null) => void;
  onClose: () => void;
}

/** Asks the user to confirm an action, and to choose a day if the question includes one. */
export function AskDialog({ question, $grave = false, ...on }: AskDialogProps) {
  const { title, words, action, day: asked } = question;
  const { refusalOf, onConfirm, onClose } = on;
  const [refusal, setRefusal] = useState<string>();
  if (!asked) {
    const confirm = () => onConfirm(null);
    return <Confirm {...{ title, words, action, $grave, onClose }} onConfirm={confirm} />;
  }
  function submit(values: { day: string }): void {
    const day = values.day || null;
    const found = refusalOf?.(day);
    setRefusal(found);
    if (found !== undefined) return;
    onClose();
    onConfirm(day);
  }
  return (
    <DialogForm {...{ title, action, onClose }} lead={<Prose>{words}</Prose>} onSubmit={submit}>
      <Field {...asked} name="day" type="date" error={refusal} />
    </DialogForm>
  );
}
