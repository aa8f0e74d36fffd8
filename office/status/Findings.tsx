import { styled } from 'styled-components';

import { color, font, size, space } from '#design/tokens.ts';
import type { OutputOf } from '../api.ts';
import { pages } from '../page-list.ts';
import { officePath } from '../paths.ts';
import { Details, Prose } from '../ui.tsx';
import { levelWords, type Level } from './words.ts';

export type FindingView = OutputOf<'status.read'>['findings'][number];

/** The causes of problems, critical ones first, each with what to do; and a list of all checks. */
export function Findings({ findings }: { findings: readonly FindingView[] }) {
  const causes = (['critical', 'warning'] as const).flatMap((level) =>
    findings.filter((finding) => finding.level === level && !finding.because),
  );
  return (
    <>
      {causes.length === 0 && <Prose>No problems found.</Prose>}
      <FindingList findings={causes} />
      <Details>
        <summary>All {findings.length} checks</summary>
        <FindingList findings={findings} />
      </Details>
    </>
  );
}

function FindingList({ findings }: { findings: readonly FindingView[] }) {
  return (
    <List role="list">
      {findings.map(({ id, level, subject, says, remedy, link }) => (
        <li key={id}>
          <LevelMark level={level} />
          <div>
            <h3>
              <span data-level={level}>{levelWords[level]}:</span> {subject}
            </h3>
            <p>{says}</p>
            {remedy && (
              <p>
                <strong>What to do:</strong> {remedy}{' '}
                {link && <a href={pageOf(link)}>Read the runbook</a>}
              </p>
            )}
          </div>
        </li>
      ))}
    </List>
  );
}

/** The desk shows docs/operations.md itself, unless RUNBOOK_URL names another page. */
function pageOf(link: string): string {
  return link.replace(/^docs\/operations\.md/, `${officePath}${pages.runbooks.path}`);
}

/** The shape of each level's icon, recognisable without colour, and its colour. */
const icons: Record<Level, [shape: string, stroke: string]> = {
  ok: ['M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19M7.5 12.5l3 3l6-6.5', color.primary],
  unknown: ['M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19M8 12h8', color.muted],
  warning: ['M12 2.5L22.5 21H1.5ZM12 9v6M12 17.6v.4', color.accent],
  critical: ['M3 3H21V21H3ZM8 8l8 8M16 8l-8 8', color.danger],
};

/** The icon of a level. Screen readers do not know it: show the word too. */
export function LevelMark({ level }: { level: Level }) {
  const [shape, stroke] = icons[level];
  return (
    <Mark viewBox="0 0 24 24" aria-hidden="true" stroke={stroke}>
      <path d={shape} />
    </Mark>
  );
}

const Mark = styled.svg`
  width: 1.75rem;
  fill: ${color.paper};
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

const List = styled.ul`
  > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: start;
    gap: ${space.base};
    padding-block: ${space.base};
    border-top: 1px solid ${color.line};
  }
  h3 {
    font: 400 1.25rem/1.4 ${font.display};
  }
  [data-level='critical'] {
    color: ${color.danger};
  }
  p {
    max-width: 44em;
    font-size: ${size.text};
    overflow-wrap: anywhere;
  }
`;
