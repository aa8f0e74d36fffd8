import { styled } from 'styled-components';

import type { Specimen } from '#contract/firm-content.ts';
import { color, font, media, size } from '#design/tokens.ts';
import { institute, specimenMark } from '#firm/content/services.ts';
import { setFigure } from '../content/specimen.ts';

/** The length of the longest row heading that fits on one line on a phone, in characters. */
const longestUnbroken = 20;

export function SpecimenSheet(props: Specimen) {
  const { title, note, cover, columns, groups, hasFigures } = props;
  const isLong = ([heading, ...cells]: (typeof groups)[number]['rows'][number]) =>
    cells.length > 0 && String(heading).length > longestUnbroken;
  const hasLongRow = !hasFigures && groups.some(({ rows }) => rows.some(isLong));
  return (
    <Sheet>
      <Head data-tone={cover && 'deep'}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 0l2 10 10 2-10 2-2 10-2-10-10-2 10-2z" />
        </svg>
        {cover && (
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <path d="M50 1a49 49 0 1 0 .1 0M50 1a32 49 0 1 0 .1 0M50 1a12 49 0 1 0 .1 0M1 50h98M8 25h84M8 75h84" />
          </svg>
        )}
        <p>{institute}</p>
        {cover?.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Head>
      <table data-figures={hasFigures} data-long={hasLongRow || undefined}>
        <caption>
          {title}
          <small>{note}</small>
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (column ? <th key={column}>{column}</th> : <td key="" />))}
          </tr>
        </thead>
        {groups.map(({ rows, total }, index) => (
          <tbody key={index}>
            {[...rows, ...(total ? [total] : [])].map((row, place) => (
              <tr key={place} data-total={row === total || undefined}>
                {row.map((cell, column) => {
                  const Cell = column === 0 && row.length > 1 ? 'th' : 'td';
                  const missing = columns.length - row.length;
                  return (
                    <Cell key={column} colSpan={column === 0 && missing ? missing + 1 : undefined}>
                      {typeof cell === 'number' ? setFigure(cell) : cell}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p>{specimenMark}</p>
    </Sheet>
  );
}

/** Opens a specimen without JavaScript. A script opens all of them for printing. */
export function SpecimenToggle({ name }: Pick<Specimen, 'name'>) {
  return (
    <Details data-specimen="">
      <summary>{name}</summary>
    </Details>
  );
}

const Details = styled.details`
  margin-top: 1rem;

  summary {
    width: fit-content;
    padding-block: 0.375rem;
    color: ${color.primary};
    font-weight: 600;
    list-style: none;
    cursor: pointer;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::before {
    content: '+' / '';
    display: inline-block;
    width: 1.25rem;
    color: ${color.accent};
  }
  &[open] > summary::before {
    content: '–' / '';
  }
  ${media.print} {
    display: none;
  }
`;

const Sheet = styled.div`
  /* Below the row of its card, as wide as all columns. */
  grid-column: 1 / -1;
  padding: 1.25rem;
  border: 1px solid ${color.line};
  background: ${color.card};
  font-size: ${size.small};
  line-height: 1.4;
  overflow: hidden;
  break-inside: avoid;

  :not(:has([open])) > & {
    display: none;
  }
  ${media.medium} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
    column-gap: 2.5rem;

    > table {
      grid-area: 1 / 2 / span 2;
    }
    > p {
      align-self: end;
    }
  }
  ${media.print} {
    display: block;
    padding: 0.625rem 0.75rem;
    font-size: 0.75rem;
    line-height: 1.3;
  }

  > p {
    margin-top: 1rem;
    color: ${color.muted};
    font-size: 0.75rem;

    ${media.print} {
      margin-top: 0.375rem;
      font-size: 0.625rem;
    }
  }
  table {
    width: 100%;
    border-collapse: collapse;
    overflow-wrap: normal;
    font-variant-numeric: tabular-nums;
  }
  caption {
    padding-block: 1rem 0.75rem;
    font: 400 ${size.item} / 1.25 ${font.display};
    text-align: left;

    ${media.print} {
      padding-block: 0.25rem;
      font-size: 1.125rem;
      /* Repeated from the body, because the font above resets it. */
      font-variant-ligatures: no-common-ligatures;
    }
  }
  small {
    display: block;
    color: ${color.muted};
    font: 400 ${size.small} / 1.4 ${font.text};

    ${media.print} {
      font-size: 0.75rem;
    }
  }
  th,
  td {
    padding: 0.3125rem 0.75rem 0.3125rem 0;
    border-top: 1px solid ${color.line};
    font-weight: 400;
    text-align: left;
    vertical-align: top;

    ${media.print} {
      padding-block: 0.0625rem;
    }
  }
  :is(th, td):last-child {
    padding-right: 0;
  }
  [data-figures] :is(th, td) + * {
    text-align: right;
    white-space: nowrap;
  }
  table:not([data-figures], [data-long]) th {
    white-space: nowrap;
  }
  thead > tr > * {
    border: 0;
    color: ${color.muted};
    font-size: 0.75rem;
  }
  tbody tr:first-child > *,
  [data-total] > * {
    border-color: ${color.ink};
  }
  [data-total] > * {
    font-weight: 600;
  }
`;

const Head = styled.div`
  display: flex;
  gap: 0.5rem;
  font-size: 0.75rem;
  font-weight: 600;
  letter-spacing: 0.04em;
  text-transform: uppercase;

  svg {
    flex: none;
    width: 1.125rem;
    height: 1.125rem;
    fill: ${color.accent};
  }
  &[data-tone] {
    display: block;
    position: relative;
    margin: -1.25rem -1.25rem 0;
    padding: 1.25rem 1.25rem 2.5rem;
    overflow: hidden;
  }
  svg + svg {
    position: absolute;
    top: -20%;
    right: -20%;
    width: 80%;
    height: auto;
    fill: none;
    stroke: ${color.line};
    stroke-width: 0.5;
  }
  &[data-tone] p {
    position: relative;
  }
  svg + svg + p {
    margin-top: 6rem;
  }
  /* On paper, only the text of the cover is shown, above the table. */
  ${media.print} {
    font-size: 0.6875rem;

    &[data-tone] {
      margin: 0;
      padding: 0;
    }
    svg {
      display: none;
    }
    svg + svg + p {
      margin: 0;
    }
  }
  p + p {
    margin-block: 0.5rem 0.25rem;
    font: 400 ${size.heading} / 1 ${font.display};
    letter-spacing: -0.018em;
    text-transform: none;

    ${media.print} {
      font-size: 1.125rem;
    }
  }
  p + p + p {
    font: inherit;
    letter-spacing: 0.01em;
  }
`;
