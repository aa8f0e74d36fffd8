import { styled } from 'styled-components';

import { color, font, size, space } from '../../../design/tokens.ts';
import { officePath } from '../../paths.ts';
import { pages } from '../../page-list.ts';
import type { FindingView, Level } from './actions.ts';
import { LevelMark } from './LevelMark.tsx';
import { causesOf, levelWords } from './words.ts';
import { Details, Prose } from '../../ui.tsx';

/** The causes of problems, each with its effects, and a list of all checks. */
export function Findings({ findings }: { findings: readonly FindingView[] }) {
  const causes = causesOf(findings);
  return (
    <>
      {causes.length === 0 ? (
        <Prose>No problems found.</Prose>
      ) : (
        <Causes role="list">
          {causes.map(({ cause, effects }) => (
            <li key={cause.id} data-level={cause.level}>
              <LevelMark level={cause.level} />
              <div>
                <h3>
                  <LevelWord $level={cause.level}>{levelWords[cause.level]}:</LevelWord>{' '}
                  {cause.subject}
                </h3>
                <p>{cause.says}</p>
                {cause.remedy && (
                  <Remedy>
                    <strong>What to do:</strong> {cause.remedy}{' '}
                    {cause.link && <a href={pageOf(cause.link)}>Read the runbook</a>}
                  </Remedy>
                )}
                {effects.length > 0 && (
                  <Details>
                    <summary>
                      {effects.length === 1
                        ? 'Affects one other check'
                        : `Affects ${effects.length} other checks`}
                    </summary>
                    <Lines findings={effects} />
                  </Details>
                )}
              </div>
            </li>
          ))}
        </Causes>
      )}
      <Details>
        <summary>All {findings.length} checks</summary>
        <Lines findings={findings} />
      </Details>
    </>
  );
}

/** The desk shows docs/operations.md itself, unless RUNBOOK_URL names another page. */
function pageOf(link: string): string {
  return link.replace(/^docs\/operations\.md/, `${officePath}${pages.runbooks.path}`);
}

function Lines({ findings }: { findings: readonly FindingView[] }) {
  return (
    <List role="list">
      {findings.map(({ id, level, subject, says }) => (
        <li key={id}>
          <LevelMark level={level} />
          <p>
            <LevelWord $level={level}>{levelWords[level]}:</LevelWord> <strong>{subject}.</strong>{' '}
            {says}
          </p>
        </li>
      ))}
    </List>
  );
}

const Causes = styled.ul`
  display: grid;
  width: 100%;

  > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${space.base};
    padding: ${space.base} 0 ${space.base};
    border-top: 1px solid ${color.line};
  }
  > li > svg {
    width: 2rem;
    height: 2rem;
  }
  h3 {
    font: 400 1.3125rem/1.5 ${font.display};
    letter-spacing: -0.005em;
  }
  p {
    max-width: 44em;
    overflow-wrap: anywhere;
  }
`;

const LevelWord = styled.span<{ $level: Level }>`
  color: ${({ $level }) => ($level === 'critical' ? color.danger : color.ink)};
`;

const Remedy = styled.p`
  margin-top: ${space.tiny};
  padding-left: ${space.small};
  border-left: 2px solid ${color.accent};
`;

const List = styled.ul`
  display: grid;
  gap: ${space.tiny};
  padding-bottom: ${space.small};

  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${space.small};
    font-size: 0.9375rem;
  }
  svg {
    width: 1.125rem;
    height: 1.125rem;
    margin-top: 0.2rem;
  }
  p {
    max-width: 48em;
    font-size: ${size.small};
    line-height: 1.6;
    overflow-wrap: anywhere;
  }
`;
