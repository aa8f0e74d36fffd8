import { styled } from 'styled-components';

import { barHeight, font, size } from '#design/tokens.ts';
import { notSentPage, sentPage } from '../content/answers.ts';
import { ContactSection } from '../sections/Contact.tsx';
import { PageFrame } from './PageFrame.tsx';

/** Where the API sends browsers without JavaScript after it accepted the form. */
export function SentPage() {
  return (
    <PageFrame page="sent">
      <ContactSection heading="h1" title={sentPage.title} lead={sentPage.lead}>
        <Words>
          <p>{sentPage.reference}</p>
          <Back {...sentPage.back} />
        </Words>
      </ContactSection>
    </PageFrame>
  );
}

/** Where the API sends them after it refused the form. The fragment shows the reason. */
export function NotSentPage() {
  return (
    <PageFrame page="not-sent">
      <ContactSection heading="h1" title={notSentPage.title} lead={notSentPage.lead}>
        <Words>
          {notSentPage.reasons.map(({ code, text }) => (
            <p key={code} id={code}>
              {text}
            </p>
          ))}
          <p>{notSentPage.otherWays}</p>
          <Back {...notSentPage.back} />
        </Words>
      </ContactSection>
    </PageFrame>
  );
}

function Back({ label, href }: { label: string; href: string }) {
  return (
    <p>
      <a href={href}>{label}</a>
    </p>
  );
}

/** For both pages, so that the CSP, which every page carries, needs only one hash for them. */
const Words = styled.div`
  display: grid;
  gap: 1.25rem;

  [id] {
    font: 400 ${size.item} / 1.35 ${font.display};
    /* The browser scrolls to the reason: it then shows the title too. */
    scroll-margin-top: calc(${barHeight} + 100vh);
  }
  [id]:not(:target) {
    display: none;
  }
`;
