const css = String.raw;

/** The contact form and what is said about its faults. */
export const formStyle = css`
  .faults {
    margin-top: 1.75rem;
    padding: 1rem 1.25rem;
    border: 1px solid var(--danger);
    border-left-width: 4px;
    border-radius: 2px;
    background: var(--card);
  }
  .faults li {
    list-style: none;
  }
  .faults a {
    color: var(--danger);
  }
  form {
    display: grid;
    gap: 1.5rem;
    margin-top: 2rem;
    padding: clamp(1.25rem, 0.75rem + 2.4vw, 3rem);
    border: 1px solid var(--line);
    border-top: 3px solid var(--teal);
    border-radius: 2px;
    background: var(--card);
  }
  .field {
    display: grid;
    gap: 0.5rem;
    align-content: start;
    min-width: 0;
  }
  label {
    font-size: 0.9375rem;
    font-weight: 600;
    line-height: 1.4;
  }
  input,
  textarea {
    width: 100%;
    min-height: 3.25rem;
    padding: 0.75rem 0.875rem;
    border: 1px solid var(--control);
    border-radius: 2px;
    background: var(--paper);
    color: var(--ink);
    font: inherit;
    line-height: 1.5;
  }
  textarea {
    display: block;
    resize: vertical;
  }
  [aria-invalid] {
    border-color: var(--danger);
    box-shadow: inset 0 -2px 0 var(--danger);
  }
  .fault {
    font-size: 0.9375rem;
    font-weight: 500;
    line-height: 1.4;
    color: var(--danger);
  }
  .trap {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  button {
    justify-self: start;
    min-height: 3.25rem;
    padding: 0.75rem 1.625rem;
    border: 1px solid var(--teal);
    border-radius: 2px;
    background: var(--teal);
    color: var(--on-teal);
    font: inherit;
    font-size: 1rem;
    font-weight: 600;
    cursor: pointer;
  }
  button:hover {
    background: var(--strong);
    border-color: var(--strong);
  }
  @media (min-width: 40em) {
    form {
      grid-template-columns: 1fr 1fr;
    }
    .wide {
      grid-column: 1/-1;
    }
  }
  @media (max-width: 39.99em) {
    button {
      width: 100%;
    }
  }
  @media (forced-colors: active) {
    button {
      border-color: ButtonText;
    }
  }
`;
