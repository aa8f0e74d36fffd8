const css = String.raw;

/** The frame of a page, its headings and its text, in the site's spirit. */
export const pageStyle = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  * {
    margin: 0;
    padding: 0;
  }
  html {
    font-size: clamp(100%, 87.5% + 0.2vw, 125%);
    -webkit-text-size-adjust: none;
    text-size-adjust: none;
  }
  body {
    min-height: 100vh;
    display: flex;
    flex-direction: column;
    background: var(--paper);
    color: var(--ink);
    font:
      400 1.0625rem/1.6 'Public Sans',
      system-ui,
      'Segoe UI',
      Arial,
      sans-serif;
    overflow-wrap: break-word;
    -webkit-font-smoothing: antialiased;
  }
  header,
  main,
  footer {
    width: 100%;
    max-width: 52rem;
    margin-inline: auto;
    padding-inline: clamp(1.25rem, 4.5vw, 4rem);
  }
  header {
    padding-block: 1.5rem;
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
    height: 2.25rem;
    color: var(--teal);
  }
  h1,
  .brand,
  .reference {
    font-family:
      Newsreader, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'Times New Roman',
      serif;
    font-weight: 400;
    text-wrap: balance;
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
  }
  p {
    max-width: 34em;
    text-wrap: pretty;
  }
  a {
    color: var(--teal);
    text-decoration-thickness: 1px;
    text-underline-offset: 0.22em;
  }
  :focus-visible {
    outline: 3px solid var(--brass);
    outline-offset: 3px;
    border-radius: 1px;
  }
  .lead {
    font-size: clamp(1.1875rem, 1.1rem + 0.4vw, 1.375rem);
    line-height: 1.5;
  }
  .kept {
    margin-block: 2.5rem;
    padding-block: 1.5rem;
    border-block: 1px solid var(--line);
  }
  .reference {
    font-size: clamp(2.5rem, 1.6rem + 4vw, 4.25rem);
    line-height: 1.15;
    letter-spacing: 0.01em;
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
    padding-block: 1.5rem 2rem;
    border-top: 1px solid var(--line);
  }
  .whole {
    white-space: nowrap;
  }
`;
