import { css, styled } from 'styled-components';

import { color, font, media, size, space } from './tokens.ts';

export const Shell = styled.div`
  width: min(100% - 2 * ${space.gutter}, 80rem);
  margin-inline: auto;

  ${media.print} {
    width: auto;
  }
`;

export const Band = styled.section`
  padding-block: ${space.section};

  ${media.print} {
    padding-block: ${space.medium};
  }
`;

/** The numbers divide 12, so that columns start at those of the page's twelve-column grid. */
export const grid = (rowGap: string, { medium, wide }: { medium?: number; wide?: number }) => css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${rowGap} ${space.column};
  ${medium && `${media.medium} { grid-template-columns: ${equal(medium)}; }`}
  ${wide && `${media.wide} { grid-template-columns: ${equal(wide)}; }`}
`;

function equal(columns: number): string {
  return `repeat(${columns}, minmax(0, 1fr))`;
}

/** On wide screens, spans the given number of columns. */
export const span = (columns: number) => css`
  ${media.wide} {
    grid-column: span ${columns};
  }
`;

export const SectionTitle = styled.h2`
  font-size: ${size.heading};
  line-height: 1.06;
  letter-spacing: -0.018em;

  ${media.print} {
    font-size: 2rem;
  }
`;

export const Subtitle = styled.h3`
  font-size: clamp(1.75rem, 1.5rem + 1vw, 2.375rem);
  line-height: 1.15;
  letter-spacing: -0.012em;
`;

export const ItemTitle = styled.h3`
  font: 400 ${size.item} / 1.25 ${font.display};
  letter-spacing: -0.01em;
`;

export const Lead = styled.p`
  max-width: 31em;
  font-size: min(${size.lead}, max(${size.text}, 2.65vh));
  line-height: 1.5;
  color: ${color.muted};
  text-wrap: balance;
`;

export const Overline = styled.h3`
  font-family: ${font.text};
  font-size: ${size.small};
  font-weight: 600;
  line-height: 1.4;
  letter-spacing: 0.01em;
`;

export const visuallyHidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

export const VisuallyHidden = styled.span`
  ${visuallyHidden}
`;

export const SkipLink = styled.a`
  position: fixed;
  top: 0.75rem;
  left: 0.75rem;
  z-index: 20;
  padding: 0.75rem 1.25rem;
  background: ${color.primary};
  color: ${color.onPrimary};
  font-weight: 600;

  &:not(:focus) {
    transform: translateY(-300%);
  }
`;
