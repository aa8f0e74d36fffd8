import { styled } from 'styled-components';

import { color, media, size, space } from '../../../design/tokens.ts';

export type Fact = [label: string, text: string];

/**
 * The maximum length, in characters, of a text that is always aligned to the left. Longer texts
 * are aligned according to the direction of their script.
 */
const maxBesideLabel = 80;

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <List>
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto" data-long={text.length > maxBesideLabel}>
            {text}
          </dd>
        </div>
      ))}
    </List>
  );
}

const List = styled.dl`
  display: grid;
  gap: ${space.tiny};

  div {
    display: grid;
    gap: 0 ${space.medium};
  }
  dt {
    font-size: ${size.small};
    color: ${color.muted};
  }
  dd {
    max-width: 38em;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;

    &[data-long='false'] {
      text-align: left;
    }
  }
  ${media.medium} {
    div {
      grid-template-columns: 8.5rem minmax(0, 1fr);
      align-items: baseline;
    }
  }
  ${media.print} {
    display: block;

    div {
      grid-template-columns: 30mm minmax(0, 1fr);
      margin-bottom: 1mm;
    }
    dt {
      break-inside: avoid;
    }
    dd {
      orphans: 3;
      widows: 3;
    }
  }
`;
