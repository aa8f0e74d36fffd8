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
      <Lines findings={causes} />
      <Details>
        <summary>All {findings.length} checks</summary>
        <Lines findings={findings} />
      </Details>
    </>
  );
}

function Lines({ findings }: { findings: readonly FindingView[] }) {
  return (
    <List role="list">
      {findings.map(({ id, level, subject, says, remedy, link }) => (
        <li key={id}>
          <LevelMark level={level} />
          <div>
            <h3>
              <LevelWord $level={level}>{levelWords[level]}:</LevelWord> {subject}
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

/** The outline and the inside of each icon, recognisable without colour. */
const shapes: Record<Level, [string, string]> = {
  ok: ['M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19', 'M7.5 12.5l3 3l6-6.5'],
  unknown: ['M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19', 'M8 12h8'],
  warning: ['M12 2.5L22.5 21H1.5Z', 'M12 9v6M12 17.6v.4'],
  critical: ['M3 3H21V21H3Z', 'M8 8l8 8M16 8l-8 8'],
};
const strokes: Record<Level, string> = {
  ok: color.primary,
  unknown: color.muted,
  warning: color.accent,
  critical: color.danger,
};

/** The icon of a level. Screen readers do not know it: show the word too. */
export function LevelMark({ level }: { level: Level }) {
  return (
    <Mark viewBox="0 0 24 24" aria-hidden="true" $level={level}>
      {shapes[level].map((path) => (
        <path key={path} d={path} />
      ))}
    </Mark>
  );
}

const Mark = styled.svg<{ $level: Level }>`
  width: 1.75rem;
  fill: ${color.paper};
  stroke: ${({ $level }) => strokes[$level]};
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

const LevelWord = styled.span<{ $level: Level }>`
  color: ${({ $level }) => ($level === 'critical' ? color.danger : color.ink)};
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
  p {
    max-width: 44em;
    font-size: ${size.text};
    overflow-wrap: anywhere;
  }
`;
