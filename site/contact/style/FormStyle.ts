import { styled } from 'styled-components';

import { buttonStyle } from '../../design/controls.tsx';
import { visuallyHidden } from '../../design/layout.tsx';
import { media, scrollOffset, space } from '../../design/theme.ts';
import { fieldStyle } from './field-style.ts';
import { statementStyle } from './statement-style.ts';

/**
 * How the form looks in all its states. Only the page renders it, around the form: what the browser
 * takes over is plain elements with class names, and no library for styles has to be loaded.
 */
export const FormStyle = styled.div`
  form {
    display: grid;
    gap: ${space.medium};
  }
  .pairs {
    display: grid;
    gap: ${space.medium};

    ${media.medium} {
      grid-template-columns: 1fr 1fr;
    }
  }
  /* A link from the summary must not leave the label under the bar. */
  input,
  textarea {
    scroll-margin-top: calc(${scrollOffset} + 3rem);
  }
  .visually-hidden {
    ${visuallyHidden}
  }
  button {
    ${buttonStyle()}
  }
  ${fieldStyle}
  ${statementStyle}
`;
