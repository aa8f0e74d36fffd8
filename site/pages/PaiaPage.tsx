import { company } from '../content/company.ts';
import { paragraph } from '../content/legal-document.ts';
import { paiaMeta } from '../content/meta.ts';
import { paiaFor } from '../content/paia.ts';
import { Conditions } from './legal/Conditions.tsx';
import { DocumentSection } from './legal/DocumentSection.tsx';
import { LegalHeader } from './legal/LegalHeader.tsx';
import { LegalLayout } from './legal/LegalLayout.tsx';
import { Prose } from './legal/Prose.tsx';
import { PageFrame } from './PageFrame.tsx';

const paia = paiaFor(company);
const { privacyConditions, lawfulProcessing, sections } = paia;

export function PaiaPage() {
  const entries = [
    ...privacyConditions.items.map(({ id, number, title }) => ({ id, marker: number, title })),
    ...[lawfulProcessing, ...sections].map(({ id, title }) => ({ id, title })),
  ];
  return (
    <PageFrame meta={paiaMeta}>
      <LegalHeader {...paia} />
      <LegalLayout entries={entries} lastUpdated={paia.lastUpdated}>
        <DocumentSection id={privacyConditions.id} title={privacyConditions.title}>
          {privacyConditions.items.map(({ id, number, title, paragraphs }) => (
            <DocumentSection key={id} id={id} marker={number} title={title} $inner>
              <Prose paragraphs={paragraphs.map(paragraph)} />
            </DocumentSection>
          ))}
        </DocumentSection>
        <DocumentSection id={lawfulProcessing.id} title={lawfulProcessing.title}>
          <Conditions {...lawfulProcessing} />
        </DocumentSection>
        {sections.map(({ id, title, paragraphs }) => (
          <DocumentSection key={id} id={id} title={title}>
            <Prose paragraphs={paragraphs} />
          </DocumentSection>
        ))}
      </LegalLayout>
    </PageFrame>
  );
}
