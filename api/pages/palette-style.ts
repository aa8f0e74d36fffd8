const css = String.raw;

/** The site's colours, light and dark. */
export const paletteStyle = css`
  :root {
    color-scheme: light dark;
    --paper: #f7f3ea;
    --card: #fffdf8;
    --ink: #15211f;
    --muted: #4a5653;
    --line: #d5cbb6;
    --control: #7d7766;
    --teal: #0e4b49;
    --strong: #083634;
    --on-teal: #fbf8f1;
    --brass: #82601a;
    --danger: #98291c;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --paper: #0f1716;
      --card: #182322;
      --ink: #ece6d9;
      --muted: #aab2ac;
      --line: #2f3b39;
      --control: #77837f;
      --teal: #8ecbc3;
      --strong: #b3dfd9;
      --on-teal: #0b1615;
      --brass: #d4b067;
      --danger: #f2998c;
    }
  }
`;
