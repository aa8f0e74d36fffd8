import { createElement, type ReactNode } from 'react';

import { contactPath } from '../../contract/api.ts';
import { contactFieldNames, type ContactFieldName } from '../../contract/contact-fields.ts';
import { tokenInputName } from '../../contract/form-signals.ts';
import {
  conditions,
  errorSlot,
  slot,
  valueSlot,
  type TemplateSlot,
} from '../../contract/page-templates.ts';
import { answerWords, formWords } from '../../contract/words.ts';
import { BelowFields, Fields } from '../contact/ContactForm.tsx';
import { FormStyle } from '../contact/ContactFormIsland.tsx';
import { Confirmation } from '../contact/Confirmation.tsx';
import { Summary, SummaryItem } from '../contact/ErrorSummary.tsx';
import { LabelledControl } from '../contact/Field.tsx';
import { noticeAtForm } from '../content/contact.ts';
import { ContactSection } from '../sections/Contact.tsx';
import { NothingHere } from './NotFoundPage.tsx';
import { PageFrame } from './PageFrame.tsx';

// Templates for the API: see contract/page-templates.ts.

/** The receipt for browsers without JavaScript. */
export function ReceiptPage() {
  const { title, lead, back } = answerWords.receipt;
  return (
    <PageFrame page="receipt">
      <ContactSection heading="h1" title={title} lead={lead}>
        <FormStyle>
          <Confirmation answer={{ message: slot('message'), reference: slot('reference') }} />
        </FormStyle>
        <Back {...back} />
      </ContactSection>
    </PageFrame>
  );
}

/** Says why an enquiry was refused. Shows the form as filled in, or says that the text was lost. */
export function RefusalPage() {
  const { lost, back } = answerWords.refusal;
  return (
    <PageFrame page="refusal">
      <ContactSection heading="h1" title={slot('title')} lead={slot('message')}>
        <If of="typed">
          <FormStyle>
            <TypedForm />
          </FormStyle>
        </If>
        <Unless of="typed">
          <p>{lost}</p>
        </Unless>
        <Back {...back} />
      </ContactSection>
    </PageFrame>
  );
}

function TypedForm() {
  return (
    <form method="post" action={contactPath}>
      <If of="invalid">
        <Summary>
          {contactFieldNames.map((name) => (
            <If key={name} of={errorSlot(name)}>
              <SummaryItem name={name} message={slot(errorSlot(name))} />
            </If>
          ))}
        </Summary>
      </If>
      <Unless of="invalid">
        <p>{formWords.nothingLost}</p>
      </Unless>
      <Fields draw={drawTyped} />
      <input type="hidden" name={tokenInputName} value={slot('token')} />
      <BelowFields notice={noticeAtForm} />
      <button type="submit">{formWords.submit}</button>
    </form>
  );
}

function drawTyped(name: ContactFieldName) {
  const typed = { name, defaultValue: slot(valueSlot(name)) };
  return [
    <If key={`${name} wrong`} of={errorSlot(name)}>
      <LabelledControl {...typed} error={slot(errorSlot(name))} />
    </If>,
    <Unless key={name} of={errorSlot(name)}>
      <LabelledControl {...typed} error={undefined} />
    </Unless>,
  ];
}

/** Reports a problem to a browser that requested an API URL, for example an unknown one. */
export function NoticePage() {
  return (
    <PageFrame page="notice">
      <NothingHere
        title={slot('title')}
        body={slot('message')}
        help="You can continue from here:"
      />
    </PageFrame>
  );
}

function Back({ label, href }: { label: string; href: string }) {
  return (
    <p>
      <a href={href}>{label}</a>
    </p>
  );
}

interface ConditionProps {
  of: TemplateSlot;
  children: ReactNode;
}

/** Content that the API shows only if the slot has a value. */
function If({ of, children }: ConditionProps) {
  return createElement(conditions.if, { slot: of }, children);
}

/** Content that the API shows only if the slot has no value. */
function Unless({ of, children }: ConditionProps) {
  return createElement(conditions.unless, { slot: of }, children);
}
