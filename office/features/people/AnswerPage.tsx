import { createGlobalStyle, styled } from 'styled-components';

import { font, media, palettes, space } from '../../../design/tokens.ts';
import { useMemory } from '../../shell/use-memory.ts';
import { pages } from '../../page-list.ts';
import { BackLink, PageTitle } from '../../shell/PageTitle.tsx';
import { useOperation } from '../../shell/use-operation.ts';
import { AnswerLetter } from './AnswerLetter.tsx';
import { Button, Panel, Prose, Read } from '../../ui.tsx';

/** The printable answer to a data subject request. The email address is never in the URL. */
export function AnswerPage() {
  const [email] = useMemory('person to answer');
  // The answer is not cached, so that each visit shows the current data.
  const query = useOperation('person.answer', { email }, { enabled: email !== '', gcTime: 0 });
  return (
    <Page>
      <PrintedPage />
      <Tools data-print="hide">
        <BackLink to={pages.people.path}>← {pages.people.title}</BackLink>
        {query.data && (
          <>
            <Prose>
              Check the letter, then print it or save it as a PDF. Search your mailboxes too: they
              are not covered.
            </Prose>
            <Button $small onClick={() => print()}>
              Print or save as PDF
            </Button>
          </>
        )}
      </Tools>
      {!query.data && <PageTitle title={pages.answer.title} />}
      {email === '' ? (
        <Panel>
          <Prose>Search for the person first, then press Prepare answer.</Prose>
        </Panel>
      ) : (
        <Read query={query}>{(answer) => <AnswerLetter answer={answer} />}</Read>
      )}
    </Page>
  );
}

/**
 * Prints on A4, with page numbers if the browser supports them. The first page has no top margin,
 * because its drawing starts at the edge.
 */
const PrintedPage = createGlobalStyle`
  ${media.print} {
    @page {
      size: A4;
      margin: 20mm 20mm 24mm;

      @bottom-right {
        content: 'Page ' counter(page) ' of ' counter(pages);
        font: 8pt ${font.text};
        color: ${palettes.light.muted};
      }
    }
    @page :first { margin-top: 0; }
  }
`;

const Page = styled.div`
  max-width: 52rem;

  ${media.print} {
    max-width: none;
  }
`;

const Tools = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space.small};
  padding-bottom: ${space.medium};
`;
