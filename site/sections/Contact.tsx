import type { ReactNode } from 'react';
import { styled } from 'styled-components';

import { pageWords } from '#contract/page-words.ts';
import { Partnership } from '#design/line-art.tsx';
import {
  Band,
  grid,
  ItemTitle,
  Lead,
  SectionTitle,
  Shell,
  span,
  Subtitle,
} from '#design/layout.ts';
import { color, media, space } from '#design/tokens.ts';
import { ContactFormIsland } from '../contact/ContactFormIsland.tsx';
import { subtitleFor } from '../content/contact.ts';
import { company, home } from '../content/content.ts';

export function Contact() {
  return (
    <ContactSection id="contact" title={home.contact.heading} lead={subtitleFor(company)}>
      <Subtitle>{pageWords.contact.title}</Subtitle>
      <ContactFormIsland />
    </ContactSection>
  );
}

interface ContactSectionProps {
  id?: string;
  title: string;
  heading?: 'h1' | 'h2';
  lead: string;
  children: ReactNode;
}

export function ContactSection({ id, title, heading, lead, children }: ContactSectionProps) {
  const titles = heading === 'h1' ? 'h2' : 'h3';
  return (
    <Section id={id}>
      <Shell>
        <Header>
          <SectionTitle as={heading}>{title}</SectionTitle>
          <Lead>{lead}</Lead>
        </Header>
        <Columns>
          <FormCard>{children}</FormCard>
          <Beside>
            <Information {...{ titles }} />
            <Hours {...{ titles }} />
            <Partnership alt={pageWords.contact.image.alt} />
          </Beside>
        </Columns>
      </Shell>
    </Section>
  );
}

/** Has less space at the top in a low window, so that a link to it shows the first fields. */
const Section = styled(Band)`
  @media screen {
    padding-top: max(1.5rem, min(${space.section}, 50vh - 18rem));
  }
  /* On paper, it stays on one page, so its titles need no space for the next lines. */
  ${media.print} {
    padding-bottom: 0;
    break-inside: avoid;

    h2,
    h3 {
      padding: 0;
      margin: 0;
    }
  }
`;

const Header = styled.header`
  display: grid;
  gap: min(1.5rem, 2.5vh);
  max-width: 52rem;
  break-inside: avoid;
  break-after: avoid;
  margin-bottom: min(clamp(2.5rem, 5vw, 4.5rem), 5vh);

  ${media.print} {
    margin-bottom: ${space.medium};
  }
`;

const Columns = styled.div`
  ${grid('3.5rem', { wide: 12 })}
`;

const FormCard = styled.div`
  ${span(7)}
  padding: min(clamp(1.5rem, 1rem + 2.4vw, 3.25rem), 6vh);
  border: 1px solid ${color.line};
  border-top: 3px solid ${color.primary};
  border-radius: 2px;
  background: ${color.card};
  display: grid;
  align-self: start;
  gap: 1.25rem;
  break-inside: avoid;

  /* An empty form is of no use on paper, but the receipt above it is. */
  ${media.print} {
    &:has(:invalid):not(:has(.sent)) {
      display: none;
    }
  }
`;

const Beside = styled.div`
  ${span(5)}
  display: grid;
  align-content: start;
  gap: 2.75rem;

  > svg {
    width: 100%;
  }
  ${media.print} {
    grid-template-columns: 1fr 1fr;
    gap: 2rem;
    align-items: start;

    > * {
      break-inside: avoid;
    }
    > svg {
      display: none;
    }
  }
`;

function Information({ titles }: { titles: 'h2' | 'h3' }) {
  const { information } = pageWords.contact;
  const lines = company.addressLines.map((line) => <AddressLine key={line}>{line}</AddressLine>);
  const { phone, phoneHref, email, bookingUrl } = company;
  const details = [
    { label: information.address, content: lines },
    { label: information.phone, content: <a href={phoneHref}>{phone}</a> },
    { label: information.email, content: <a href={`mailto:${email}`}>{email}</a> },
    ...(bookingUrl
      ? [{ label: information.meeting, content: <a href={bookingUrl}>{information.book}</a> }]
      : []),
  ];
  return (
    <div>
      <ItemTitle as={titles}>{information.title}</ItemTitle>
      <Details>
        {details.map(({ label, content }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{content}</dd>
          </div>
        ))}
      </Details>
    </div>
  );
}

const Details = styled.dl`
  margin-top: 0.75rem;
  line-height: 1.5;

  > div {
    display: grid;
    gap: 0 1rem;
    padding-block: 0.6875rem;
    border-top: 1px solid ${color.line};

    /* On a phone, values are below their labels: beside them, an email address would wrap. */
    ${media.medium} {
      grid-template-columns: minmax(4.5rem, 2fr) minmax(min-content, 5fr);
    }
  }
  dt {
    color: ${color.muted};
  }
`;

const AddressLine = styled.span`
  display: block;
`;

function Hours({ titles }: { titles: 'h2' | 'h3' }) {
  return (
    <Table>
      <caption>
        <ItemTitle as={titles}>{pageWords.contact.information.hours}</ItemTitle>
      </caption>
      <tbody>
        {company.hours.map(({ days, time }) => (
          <tr key={days}>
            <th scope="row">{days}</th>
            <td>{time}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  line-height: 1.5;
  /* Kerning would pull words too close to the hyphen between them. */
  font-kerning: none;

  caption {
    padding-bottom: 0.75rem;
    text-align: left;
  }
  th,
  td {
    padding: 0.6875rem 0;
    border-top: 1px solid ${color.line};
    font-weight: 400;
    text-align: left;
    vertical-align: baseline;
  }
  td {
    padding-left: 1rem;
    text-align: right;
  }
`;
