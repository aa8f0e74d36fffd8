import { css } from 'styled-components';
import { media } from './theme.ts';

/** Drawings keep their own colours unless told; here they take those of the visitor's theme. */
export const forcedColors = css`
  ${media.forced} {
    :root,
    [data-tone] {
      --paper: Canvas;
      --vellum: Canvas;
      --card: Canvas;
      --ink: CanvasText;
      --muted: CanvasText;
      --line: CanvasText;
      --control: ButtonText;
      --teal: LinkText;
      --brass: Highlight;
      --danger: CanvasText;
    }
  }
`;
