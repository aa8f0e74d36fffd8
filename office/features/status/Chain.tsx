import { styled } from 'styled-components';

import { color, font, media, size, space } from '../../../design/tokens.ts';
import type { FindingView } from './actions.ts';
import { LevelMark } from './LevelMark.tsx';
import { levelWords, stations } from './words.ts';

/** The enquiry pipeline, from the page to the emails, with the state of each part. */
export function Chain({ findings }: { findings: readonly FindingView[] }) {
  const found = stations.flatMap((id) => findings.find((finding) => finding.id === id) ?? []);
  return (
    <Line role="list">
      {found.map(({ id, level, subject, says, latency }) => (
        <li key={id}>
          <LevelMark level={level} />
          <div>
            <h3>{subject}</h3>
            <Word data-level={level}>
              {levelWords[level]}
              {level === 'ok' && `, ${latency} ms`}
            </Word>
            <Says>{says}</Says>
          </div>
        </li>
      ))}
    </Line>
  );
}

const Line = styled.ol`
  display: grid;
  width: 100%;

  li {
    position: relative;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${space.base};
    padding-bottom: ${space.medium};
  }
  li > svg {
    position: relative;
    z-index: 1;
    width: 2rem;
    height: 2rem;
    background: ${color.paper};
  }
  li:not(:last-child)::before {
    content: '';
    position: absolute;
    top: 2rem;
    bottom: 0;
    left: 1rem;
    border-left: 1.5px solid ${color.control};
  }
  h3 {
    font: 400 1.3125rem/1.5 ${font.display};
    letter-spacing: -0.005em;
  }

  ${media.wide} {
    grid-template-columns: repeat(6, minmax(0, 1fr));

    li {
      grid-template-columns: minmax(0, 1fr);
      align-content: start;
      gap: ${space.small};
      padding: 0 ${space.base} 0 0;
    }
    li:not(:last-child)::before {
      top: 1rem;
      bottom: auto;
      left: 2rem;
      right: 0;
      border-top: 1.5px solid ${color.control};
      border-left: 0;
    }
  }
`;

const Word = styled.p`
  font-size: 0.9375rem;
  font-variant-numeric: tabular-nums;
  color: ${color.muted};

  &[data-level='critical'] {
    color: ${color.danger};
    font-weight: 600;
  }
  &[data-level='warning'] {
    color: ${color.ink};
    font-weight: 600;
  }
`;

const Says = styled.p`
  max-width: 30em;
  font-size: ${size.small};
  line-height: 1.5;
  overflow-wrap: anywhere;
`;
