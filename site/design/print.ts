import { css } from 'styled-components';

export const printStyle = css`
  @media print {
    @page {
      margin: 22mm 20mm;
    }
    :root {
      --paper: #fff;
      --vellum: #fff;
      --card: #fff;
      --ink: #000;
      --muted: #333;
      --line: #999;
      --teal: #000;
      --brass: #000;
    }
    html {
      font-size: 10pt;
    }
    h1,
    h2,
    h3 {
      break-after: avoid;
    }
    p,
    li {
      orphans: 3;
      widows: 3;
    }
    [data-print='hide'] {
      display: none !important;
    }
  }
`;
