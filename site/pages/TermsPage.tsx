import { company } from '../content/company.ts';
import { termsMeta } from '../content/meta.ts';
import { termsFor } from '../content/terms.ts';
import { Clauses } from './legal/Clauses.tsx';
import { DocumentSection } from './legal/DocumentSection.tsx';
import { LegalHeader } from './legal/LegalHeader.tsx';
import { LegalLayout } from './legal/LegalLayout.tsx';
import { PageFrame } from './PageFrame.tsx';

const terms = termsFor(company);

export function TermsPage() {
  const entries = terms.sections.map(({ id, letter, title }) => ({ id, marker: letter, title }));
  return (
    <PageFrame meta={termsMeta}>
      <LegalHeader {...terms} />
      <LegalLayout entries={entries} lastUpdated={terms.lastUpdated}>
        {terms.sections.map(({ id, letter, title, clauses }) => (
          <DocumentSection key={id} id={id} marker={letter} title={title}>
            <Clauses clauses={clauses} />
          </DocumentSection>
        ))}
      </LegalLayout>
    </PageFrame>
  );
}
