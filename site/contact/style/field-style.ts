import { css } from 'styled-components';

import { color, motion, size, space } from '../../design/theme.ts';

/** A label, its control and its message, one below the other; and the hints between the fields. */
export const fieldStyle = css`
  .field {
    display: grid;
    align-content: start;
    gap: ${space.tiny};
  }
  .field label {
    font-size: 0.9375rem;
    font-weight: 600;
    line-height: 1.4;
  }
  .field input,
  .field textarea {
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
      border-color: ${color.ink};
    }
    &:focus-visible {
      outline-offset: 0;
      border-color: ${color.ink};
    }
    &[aria-invalid='true'] {
      border-color: ${color.danger};
      box-shadow: inset 0 -2px 0 ${color.danger};
    }
  }
  .field textarea {
    display: block;
    resize: vertical;
  }
  .error {
    display: flex;
    gap: 0.5em;
    font-size: 0.9375rem;
    font-weight: 500;
    line-height: 1.4;
    color: ${color.danger};

    &::before {
      content: '';
      flex: none;
      width: 0.5em;
      height: 0.5em;
      margin-top: 0.45em;
      border: 2px solid currentColor;
      border-radius: 50%;
    }
  }
  .hint {
    font-size: ${size.small};
    line-height: 1.5;
    color: ${color.muted};
  }
  .counter:empty {
    display: none;
  }
  /* Takes no room while it is silent, but is there for screen readers to listen to. */
  .slow:empty {
    position: absolute;
  }
`;
