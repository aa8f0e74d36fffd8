import { styled } from 'styled-components';

import { color } from '../../../design/tokens.ts';
import type { Level } from './actions.ts';

/** The icon of each level, on a 24 by 24 grid, recognisable without colour. */
const shapes: Record<Level, { outline: string; inside: string }> = {
  ok: { outline: 'M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19', inside: 'M7.5 12.5l3 3l6-6.5' },
  unknown: { outline: 'M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19', inside: 'M8 12h8' },
  warning: { outline: 'M12 2.5L22.5 21H1.5Z', inside: 'M12 9v6M12 17.6v.4' },
  critical: { outline: 'M3 3H21V21H3Z', inside: 'M8 8l8 8M16 8l-8 8' },
};

/** The icon of a level. It is hidden from screen readers, so show the name of the level too. */
export function LevelMark({ level }: { level: Level }) {
  const { outline, inside } = shapes[level];
  return (
    <Mark viewBox="0 0 24 24" aria-hidden="true" data-level={level}>
      <path d={outline} />
      <path d={inside} />
    </Mark>
  );
}

const Mark = styled.svg`
  flex: none;
  width: 1.5rem;
  height: 1.5rem;
  fill: ${color.paper};
  stroke: ${color.primary};
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;

  &[data-level='unknown'] {
    stroke: ${color.muted};

    path:first-child {
      stroke-dasharray: 2.5 3.5;
    }
  }
  &[data-level='warning'] {
    stroke: ${color.accent};
  }
  &[data-level='critical'] {
    stroke: ${color.danger};

    path:first-child {
      fill: ${color.danger};
    }
    path:last-child {
      stroke: ${color.paper};
      stroke-width: 2.25;
    }
  }
`;
