import { customProperties, palettes } from '../../contract/colors.ts';

const css = String.raw;

/** All that a page needs in order to look like the site: its colours, its frame and its form. */
export const style = css`
  :root {
    color-scheme: light dark;
    ${customProperties(palettes.light)}
  }
  @media (prefers-color-scheme: dark) {
    :root {
      ${customProperties(palettes.dark)}
    }
  }
  * {
    box-sizing: border-box;
    margin: 0;
    padding: 0;
  }
  html {
    font-size: clamp(100%, 87.5% + 0.2vw, 125%);
    -webkit-text-size-adjust: none;
  }
  body {
    min-height: 100vh;
    display: flex;
    flex-direction: column;
    background: var(--paper);
    color: var(--ink);
    font-family: 'Public Sans', system-ui, 'Segoe UI', Arial, sans-serif;
    font-size: 1.0625rem;
    line-height: 1.6;
    overflow-wrap: break-word;
  }
  header,
  main,
  footer {
    width: 100%;
    max-width: 52rem;
    margin-inline: auto;
    padding: 1.5rem clamp(1.25rem, 4.5vw, 4rem);
  }
  .brand {
    display: inline-flex;
    align-items: center;
    gap: 0.75rem;
    color: inherit;
    font-size: 1.25rem;
    line-height: 1.2;
    text-decoration: none;
  }
  .brand svg {
    flex: none;
    width: 2.25rem;
    color: var(--teal);
  }
  h1,
  .brand,
  .reference {
    font-family: Newsreader, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif;
    font-weight: 400;
  }
  main {
    flex: 1;
    padding-block: clamp(2rem, 1rem + 4vw, 4.5rem) clamp(3rem, 2rem + 5vw, 6rem);
  }
  main::before {
    content: '';
    display: block;
    width: 4rem;
    border-top: 3px solid var(--brass);
    margin-bottom: 1.75rem;
  }
  h1 {
    font-size: clamp(2.125rem, 1.6rem + 2.4vw, 3.5rem);
    line-height: 1.1;
    letter-spacing: -0.012em;
    margin-bottom: 1.25rem;
    text-wrap: balance;
  }
  p {
    max-width: 34em;
  }
  a {
    color: var(--teal);
    text-underline-offset: 0.22em;
  }
  :focus-visible {
    outline: 3px solid var(--brass);
    outline-offset: 3px;
  }
  .lead {
    font-size: clamp(1.1875rem, 1.1rem + 0.4vw, 1.375rem);
    line-height: 1.5;
  }
  .reference-box {
    margin-block: 2.5rem;
    padding-block: 1.5rem;
    border-block: 1px solid var(--line);
  }
  .reference {
    font-size: clamp(2.5rem, 1.6rem + 4vw, 4.25rem);
    line-height: 1.15;
    color: var(--teal);
    font-variant-numeric: lining-nums;
  }
  .small {
    font-weight: 400;
    font-size: 0.9375rem;
    line-height: 1.5;
    color: var(--muted);
  }
  .back {
    margin-top: 2.5rem;
  }
  footer p {
    max-width: none;
    padding-top: 1.5rem;
    border-top: 1px solid var(--line);
  }
  .whole {
    white-space: nowrap;
  }
  form,
  .faults {
    margin-top: 1.75rem;
    padding: clamp(1.25rem, 0.75rem + 2.4vw, 3rem);
    border: 1px solid var(--line);
    border-top: 3px solid var(--teal);
    border-radius: 2px;
    background: var(--card);
  }
  .faults {
    padding: 1rem 1.25rem;
    border: solid var(--danger);
    border-width: 1px 1px 1px 4px;
    list-style: none;
  }
  .faults a,
  .fault {
    color: var(--danger);
  }
  form,
  .field {
    display: grid;
    gap: 0.5rem;
    align-content: start;
    min-width: 0;
  }
  form {
    gap: 1.5rem;
  }
  label,
  .fault {
    font-size: 0.9375rem;
    font-weight: 600;
    line-height: 1.4;
  }
  input,
  textarea,
  button {
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
    resize: vertical;
  }
  [aria-invalid] {
    border-color: var(--danger);
    box-shadow: inset 0 -2px 0 var(--danger);
  }
  .trap {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  button {
    border-color: transparent;
    background: var(--teal);
    color: var(--on-teal);
    font-weight: 600;
    cursor: pointer;
  }
  button:hover {
    background: var(--teal-strong);
  }
  @media (min-width: 40em) {
    form {
      grid-template-columns: 1fr 1fr;
    }
    .wide {
      grid-column: 1/-1;
    }
    button {
      width: auto;
      justify-self: start;
      padding-inline: 1.625rem;
    }
  }
`;
