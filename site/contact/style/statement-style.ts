import { css } from 'styled-components';

import { color, font, scrollOffset, size, space } from '../../design/theme.ts';

/** The blocks that tell how the form stands, marked by a rule on their left. */
export const statementStyle = css`
  .statement {
    display: grid;
    gap: ${space.tiny};
    padding: ${space.base} ${space.medium};
    border-left: 3px solid ${color.danger};
    background: ${color.vellum};
    overflow-wrap: anywhere;
  }
  /* Room for the button below it, and on phones for the notification below that. */
  .failure {
    scroll-margin: calc(${scrollOffset} + ${space.base}) 0 14rem;
  }
  .summary-title {
    font-weight: 600;
  }
  .statement ul {
    padding-left: ${space.base};
  }
  .statement.sent {
    border-left-color: ${color.brass};
  }
  .sent-title {
    font: 400 ${size.item} / 1.25 ${font.display};
  }
  .reference-label {
    margin-top: 0.75rem;
    padding-top: 0.75rem;
    border-top: 1px solid ${color.line};
    color: ${color.muted};
    font-size: ${size.small};
  }
  /* What the visitor is meant to keep. */
  .reference {
    color: ${color.teal};
    font-family: ${font.display};
    font-size: ${size.heading};
    line-height: 1.1;
    letter-spacing: 0.01em;
    white-space: nowrap;
  }
`;
