import { styled } from 'styled-components';

import { color, size } from '#design/tokens.ts';
import { SideBySide } from '../ui.tsx';
import { marksOf } from './words.ts';

interface MarksProps {
  enquiry: Parameters<typeof marksOf>[0];
  now: number;
  /** Further marks, such as tags. */
  others?: readonly string[];
}

export function Marks({ enquiry, now, others = [] }: MarksProps) {
  return (
    <Line $gap="base">
      {marksOf(enquiry, now).map(({ words, isSevere }) => (
        <span key={words} data-severe={isSevere}>
          {words}
        </span>
      ))}
      {others.map((words) => (
        <span key={words}>
          <bdi>{words}</bdi>
        </span>
      ))}
    </Line>
  );
}

const Line = styled(SideBySide)`
  row-gap: 0.25rem;

  span {
    color: ${color.muted};
    font-size: ${size.small};
    font-weight: 500;
    line-height: 1.7;
  }
  span::before {
    content: '';
    display: inline-block;
    width: 0.5em;
    height: 0.5em;
    margin-right: 0.5em;
    border: 1.5px solid ${color.accent};
    border-radius: 50%;
    vertical-align: 0.08em;
  }
  [data-severe='true'] {
    color: ${color.danger};

    &::before {
      border-color: ${color.danger};
      background: ${color.danger};
    }
  }
`;
