import type { UseQueryResult } from '@tanstack/react-query';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import { styled } from 'styled-components';

import { buttonStyle, smallButton } from '#design/controls.ts';
import { color, media, motion, size, space } from '#design/tokens.ts';
import { isDown, wordsOf } from './client.ts';
import { announce } from './toast.tsx';

/** A button; `$quiet` for a secondary action, `$grave` for a destructive one. */
export const Button = styled.button.attrs<{ $quiet?: boolean; $grave?: boolean; $small?: boolean }>(
  ({ type = 'button' }) => ({ type }),
)`
  ${({ $quiet = false, $grave = false }) => buttonStyle($quiet || $grave)}
  ${({ $small }) => $small && smallButton}
  ${({ $grave }) =>
    $grave &&
    `
      &:not(:disabled), &:not(:disabled):hover {
        border-color: ${color.danger};
        background: transparent;
        color: ${color.danger};
      }
      &:hover { text-decoration: underline; }
    `}
`;

/** A button that looks like a link, for minor actions. */
export const TextButton = styled.button.attrs({ type: 'button' })`
  padding: 0.375rem 0;
  border: 0;
  background: none;
  color: ${color.primary};
  text-align: start;
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 0.22em;
  cursor: pointer;
`;

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [result, setResult] = useState('');
  async function copy(): Promise<void> {
    const message = await navigator.clipboard.writeText(text).then(
      () => `The ${what} was copied.`,
      () => 'This browser does not allow copying. Select the text instead.',
    );
    setResult(message);
    announce(message);
  }
  return (
    <Button $small onClick={() => void copy()}>
      {result || `Copy the ${what}`}
    </Button>
  );
}

/** Attributes of a field for text such as a username, an email address or a reference. */
export const verbatim = { autoCapitalize: 'none', spellCheck: false } as const;

interface FieldProps extends ComponentProps<'input'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** The number of rows; makes the field a textarea. */
  rows?: number | undefined;
}

export function Field({ label, hint, error, rows, ...input }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Labelled $wide={rows !== undefined}>
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
        {...input}
        {...(rows && { as: 'textarea', rows })}
      />
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </Labelled>
  );
}

const Labelled = styled.div<{ $wide: boolean }>`
  display: grid;
  gap: ${space.tiny};
  width: 100%;
  ${({ $wide }) => !$wide && 'max-width: 26rem;'}
`;

const Label = styled.label`
  font-size: 0.9375rem;
  font-weight: 600;
  line-height: 1.4;
`;

export const Input = styled.input`
  width: 100%;
  min-height: 3.25rem;
  padding: 0.75rem 0.875rem;
  border: 1px solid ${color.control};
  border-radius: 2px;
  background: ${color.paper};
  color: ${color.ink};
  font-size: ${size.text};
  line-height: 1.5;
  transition: border-color ${motion.quick};

  &:hover {
    border-color: ${color.primary};
  }
  &:read-only {
    border-style: dashed;
    color: ${color.muted};
  }
  &[aria-invalid='true'] {
    border-color: ${color.danger};
  }
  &:is(textarea) {
    min-height: 6.5rem;
    resize: vertical;
    field-sizing: content;
  }
`;

const Hint = styled.p`
  font-size: ${size.small};
  line-height: 1.45;
  color: ${color.muted};
`;

const ErrorText = styled.p`
  font-size: 0.9375rem;
  font-weight: 500;
  line-height: 1.4;
  color: ${color.danger};
`;

export const Select = styled.select`
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid ${color.control};
  border-radius: 2px;
  background: ${color.paper};
  color: ${color.ink};
  font: inherit;
  font-size: 0.9375rem;
`;

interface ChoiceProps extends ComponentProps<'select'> {
  label: string;
  /** The label of each value, in display order. */
  options: Readonly<Record<string, string>>;
}

export function Choice({ label, options, ...select }: ChoiceProps) {
  const id = useId();
  return (
    <Labelled $wide>
      <Label htmlFor={id}>{label}</Label>
      <Select id={id} {...select}>
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}

interface RadioGroupProps {
  legend: string;
  name: string;
  defaultValue: string;
  /** The label of each value, in display order, with an explanation if it needs one. */
  options: Readonly<Record<string, { label: string; hint?: string }>>;
}

export function RadioGroup({ legend, name, defaultValue, options }: RadioGroupProps) {
  return (
    <Fieldset>
      <legend>{legend}</legend>
      {Object.entries(options).map(([value, { label, hint }]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === defaultValue} />
          <span>
            {label}
            {hint && <small>{hint}</small>}
          </span>
        </label>
      ))}
    </Fieldset>
  );
}

export const Fieldset = styled.fieldset`
  display: grid;
  gap: ${space.small};
  min-width: 0;
  border: 0;

  legend {
    padding-bottom: ${space.tiny};
    font-size: 0.9375rem;
    font-weight: 600;
  }
  label {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: ${space.small};
    align-items: start;
    cursor: pointer;
  }
  input {
    margin-top: 0.2rem;
  }
  small {
    display: block;
    font-size: ${size.small};
    color: ${color.muted};
  }
`;

type Submit<Values extends object> = (values: Values, form: HTMLFormElement) => void;

interface FormProps<Values extends object> extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: Submit<Values>;
  error?: Error | null;
}

/** A form with its error above the controls. */
export function Form<Values extends object>(props: FormProps<Values>) {
  const { onSubmit, error = null, children, ...form } = props;
  const failure = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (error) failure.current?.focus();
  }, [error]);
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { currentTarget } = event;
    onSubmit(Object.fromEntries(new FormData(currentTarget)) as Values, currentTarget);
  }
  return (
    <FormBox {...form} onSubmit={submit}>
      {error && (
        <Message ref={failure} tabIndex={-1} role="alert" tone="danger">
          {wordsOf(error)}
        </Message>
      )}
      {children}
    </FormBox>
  );
}

const FormBox = styled.form`
  display: grid;
  gap: ${space.medium};
  justify-items: start;
  width: 100%;
  max-width: 26rem;

  > [role='alert'] {
    width: 100%;
  }
`;

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog, open while rendered; Escape closes it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // React removes the element without closing it, so focus would not return to the opener.
    return () => {
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus());
    };
  }, []);
  return (
    <DialogWindow ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <PanelTitle id={titleId}>{title}</PanelTitle>
      {children}
    </DialogWindow>
  );
}

interface DialogFormProps<Values extends object> extends FormProps<Values> {
  title: string;
  lead?: ReactNode;
  /** The submit button's label. */
  action: string;
  $grave?: boolean;
  isBusy?: boolean;
  onClose: () => void;
  /** If given, called by a 'Go back' button in place of 'Cancel'. */
  onBack?: () => void;
}

export function DialogForm<Values extends object>(props: DialogFormProps<Values>) {
  const { title, lead, action, $grave, isBusy = false, onClose, onBack, children, ...form } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      {lead}
      <Form {...form}>
        {children}
        <SideBySide $gap="small">
          <Button type="submit" $small $grave={$grave ?? false} disabled={isBusy}>
            {action}
          </Button>
          <Button $small $quiet onClick={onBack ?? onClose}>
            {onBack ? 'Go back' : 'Cancel'}
          </Button>
        </SideBySide>
      </Form>
    </Dialog>
  );
}

interface ConfirmProps extends Pick<
  DialogFormProps<object>,
  'title' | 'action' | '$grave' | 'onClose'
> {
  words: string;
  onConfirm: () => void;
}

export function Confirm({ words, onConfirm, ...dialog }: ConfirmProps) {
  function submit(): void {
    dialog.onClose();
    onConfirm();
  }
  return <DialogForm {...dialog} lead={<Prose>{words}</Prose>} onSubmit={submit} />;
}

const DialogWindow = styled.dialog`
  width: min(100% - 2 * ${space.base}, 38rem);
  max-height: calc(100dvh - 2 * ${space.base});
  margin: auto;
  padding: clamp(1.25rem, 5vw, 2.25rem);
  border: 1px solid ${color.line};
  border-top: 3px solid ${color.accent};
  background: ${color.paper};
  color: ${color.ink};

  &[open] {
    display: grid;
    justify-items: start;
    gap: ${space.medium};
  }
  &::backdrop {
    background: rgb(0 0 0 / 45%);
  }
`;

export const Message = styled.p<{ tone?: 'danger' | 'plain' }>`
  max-width: 44em;
  padding: ${space.small} ${space.base};
  border-left: 3px solid ${({ tone }) => (tone === 'danger' ? color.danger : color.accent)};
  background: ${color.tint};
  color: ${color.ink};
  font-weight: 500;
`;

export function ErrorMessage({ error }: { error: Error | string | null | undefined }) {
  if (!error) return null;
  return (
    <Message tone="danger" role="alert">
      {typeof error === 'string' ? error : wordsOf(error)}
    </Message>
  );
}

/** Keeps what is in it on the screen while the page scrolls. */
export const InSight = styled.div`
  position: sticky;
  top: ${space.tiny};
  z-index: 10;
`;

interface FailureProps {
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
  /** Said instead while the server or a store is down. */
  whenDown?: string;
}

export function Failure({ query: { error, refetch, isFetching }, whenDown }: FailureProps) {
  if (!error) return null;
  return (
    <SideBySide $gap="medium" $above="medium" data-print="hide">
      <ErrorMessage error={(isDown(error) && whenDown) || error} />
      <Button $quiet $small disabled={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </SideBySide>
  );
}

interface ReadProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

export function Read<Data>({ query, children }: ReadProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure query={query} />;
  return <Prose aria-busy="true">Loading …</Prose>;
}

/** A section of a page; `title` is its heading. A line separates it from a preceding panel. */
export function Panel({ title, children, ...section }: ComponentProps<'section'>) {
  const id = useId();
  return (
    <Section {...section} {...(title && { 'aria-labelledby': id })}>
      {title && <PanelTitle id={id}>{title}</PanelTitle>}
      {children}
    </Section>
  );
}

const Section = styled.section`
  display: grid;
  justify-items: start;
  gap: ${space.base};
  max-width: 52rem;
  padding-block: ${space.large};

  & + & {
    border-top: 1px solid ${color.line};
  }
`;

export const PanelTitle = styled.h2`
  font-size: 1.5rem;
  line-height: 1.25;
  letter-spacing: -0.01em;
`;

export const Prose = styled.p`
  max-width: 38em;
  color: ${color.muted};
`;

export const Details = styled.details`
  width: 100%;

  summary {
    width: fit-content;
    padding-block: ${space.small};
    color: ${color.primary};
    font-size: 0.9375rem;
    cursor: pointer;
  }
`;

export const Rows = styled.ul.attrs({ role: 'list' })`
  width: 100%;
  border-top: 1px solid ${color.line};

  > li {
    display: grid;
    gap: ${space.small} ${space.large};
    padding-block: ${space.base};
    border-bottom: 1px solid ${color.line};

    ${media.medium} {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: center;
    }
    > button {
      justify-self: start;
    }
  }
`;

export const RowTitle = styled.p`
  font-weight: 600;
  overflow-wrap: anywhere;
`;

export const RowNote = styled.p`
  font-size: ${size.small};
  overflow-wrap: anywhere;
  color: ${color.muted};
`;

/** The beginning of a text, in at most two lines. */
export const Beginning = styled.p.attrs({ dir: 'auto' })`
  display: -webkit-box;
  overflow: hidden;
  font-size: 0.9375rem;
  line-height: 1.5;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Space = keyof typeof space;

/** Controls in a row, with the given spaces between and above them. */
export const SideBySide = styled.div<{ $gap?: Space; $above?: Space; $apart?: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.tiny} ${({ $gap = 'tiny' }) => space[$gap]};
  ${({ $above }) => $above && `margin-top: ${space[$above]};`}
  ${({ $apart }) => $apart && 'justify-content: space-between;'}
`;

/** Two fields side by side, where there is room. */
export const Pair = styled.div`
  display: grid;
  align-items: start;
  gap: ${space.medium};
  width: 100%;

  ${media.medium} {
    grid-template-columns: 1fr 1fr;
  }
`;
