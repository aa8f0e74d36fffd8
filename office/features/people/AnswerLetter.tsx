import { styled } from 'styled-components';

import { enquiryPrivacy, regulator } from '../../../firm/content/privacy.ts';
import { clockTime, longDay } from '../../../contract/time.ts';
import { Brand } from '../../../design/Brand.tsx';
import { CornerRings } from '../../../design/line-art.tsx';
import {
  color,
  customProperties,
  media,
  palettes,
  printed,
  size,
  space,
} from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { usePageTitle } from '../../shell/PageTitle.tsx';
import { PersonRecords } from './AnswerRecords.tsx';

/**
 * Tells a person what data we hold about them, why, for how long and who received it, and what
 * their rights are.
 */
export function AnswerLetter({ answer }: { answer: AnswerOf<'person.answer'> }) {
  const title = 'What we hold about you';
  const heading = usePageTitle(title);
  const { email, at, company, submissions, requests } = answer;
  const { name, informationOfficer: officer } = company;
  const contact = requests.at(-1)?.contact;
  const wasMailed = submissions.some(({ notifications }) => notifications.staff?.status === 'sent');
  return (
    <Sheet>
      <Drawing aria-hidden="true">
        <CornerRings />
      </Drawing>
      <Firm>
        <Brand name={name} as="p" />
      </Firm>
      <Address>
        {addresseeOf(answer)}
        {contact && `\n${contact}`}
      </Address>
      <Opening>{longDay(at)}</Opening>
      <Title ref={heading} tabIndex={-1}>
        {title}
      </Title>
      <Lead>Dear {addresseeOf(answer)},</Lead>
      <Lead>
        This answers your request to {name}. It lists what we held on {longDay(at)} at{' '}
        {clockTime(at)} under the email address <bdi>{email}</bdi>.
      </Lead>
      <Lead>
        This answer is free of charge. You have a right to it under the Protection of Personal
        Information Act 4 of 2013 (POPIA), sections 23 to 25.
      </Lead>

      <Part>
        <h2>What we hold</h2>
        <PersonRecords {...answer} />
      </Part>
      <Part>
        <h2>Why we hold it</h2>
        <p>{enquiryPrivacy.purpose}</p>
      </Part>
      <Part>
        <h2>Who has received it</h2>
        <p>{enquiryPrivacy.recipients}</p>
        {wasMailed && <p>A copy was emailed to our staff.</p>}
      </Part>
      <Part>
        <h2>How long we keep it</h2>
        <p>{enquiryPrivacy.retention(company)}</p>
        {submissions.length > 0 && <p>The date is shown with each enquiry above.</p>}
        {requests.length > 0 && (
          <p>We keep a record of your requests for three years after answering them, as proof.</p>
        )}
      </Part>
      <Part>
        <h2>Your rights</h2>
        <p>
          Write to our Information Officer at{' '}
          <a href={`mailto:${officer.email}`}>{officer.email}</a> to ask us to:
        </p>
        <ul>
          <li>correct anything here that is wrong, incomplete, out of date or misleading;</li>
          <li>delete all or part of it;</li>
          <li>stop using it.</li>
        </ul>
      </Part>
      <Part>
        <h2>If you are not satisfied</h2>
        <p>
          You may complain to the Information Regulator at{' '}
          <a href={`mailto:${regulator.complaints}`}>{regulator.complaints}</a>; its website is{' '}
          <a href={`https://${regulator.website}`}>{regulator.website}</a>.
        </p>
      </Part>
      <Signature>
        <p>Yours sincerely,</p>
        <p>
          <strong>{officer.name}</strong>
          <br />
          Information Officer
        </p>
      </Signature>
      <Colophon>
        <strong>{name}</strong>
        <p>{company.addressLines.join(', ')}</p>
        <p>
          Phone {company.phone} · <a href={`mailto:${company.email}`}>{company.email}</a> ·{' '}
          <a href={company.siteUrl}>{new URL(company.siteUrl).host}</a>
        </p>
      </Colophon>
    </Sheet>
  );
}

/** The person's name in their latest enquiry, or else in their latest request. */
function addresseeOf({ submissions: [latest], requests }: AnswerOf<'person.answer'>): string {
  if (latest) return `${latest.firstName} ${latest.lastName}`;
  return requests.at(-1)?.who ?? 'Sir or Madam';
}

const margin = 'clamp(0rem, 7vw, 3.5rem)';

const Sheet = styled.article`
  counter-reset: part;
  position: relative;
  overflow: clip;
  padding: clamp(1.5rem, 6vw, 4rem);
  border: 1px solid ${color.line};
  background: ${color.card};

  ${media.print} {
    ${customProperties({ ...palettes.light, paper: printed.paper, card: printed.card })}
    overflow: visible;
    padding: 16mm 0 0;
    border: 0;
    background: none;
  }
`;

const Drawing = styled.div`
  ${customProperties({ paper: color.card })}
  position: absolute;
  top: -1px;
  right: -5rem;
  width: 22rem;

  @media screen and (max-width: 47.99em) {
    width: 11rem;
  }
  ${media.print} {
    top: 0;
    right: 0;
    width: 76mm;
  }
`;

/** Prevents a long name from running into the drawing. */
const Firm = styled.div`
  position: relative;
  max-width: calc(100% - 5rem);

  ${media.medium} {
    max-width: calc(100% - 14rem);
  }
  ${media.print} {
    max-width: calc(100% - 80mm);
  }
`;

const Title = styled.h1`
  max-width: 12em;
  margin-top: ${space.large};
  font-size: clamp(2.125rem, 1.6rem + 2.4vw, 3.25rem);
  line-height: 1.06;
  letter-spacing: -0.018em;
  color: ${color.primary};

  &::after {
    content: '';
    display: block;
    width: 2rem;
    margin-block: ${space.base} ${space.medium};
    border-top: 2px solid ${color.accent};
  }
  ${media.print} {
    margin-top: 10mm;
    font-size: 31pt;
  }
`;

const Lead = styled.p`
  max-width: 34em;
  margin-bottom: ${space.tiny};
  font-size: 1.125rem;
  overflow-wrap: anywhere;
`;

const Part = styled.section`
  counter-increment: part;
  margin-top: ${space.large};
  padding-left: ${margin};

  h2 {
    margin: 0 0 ${space.tiny} calc(-1 * ${margin});
    padding-left: ${margin};
    font-size: 1.625rem;
    line-height: 1.25;
    color: ${color.primary};

    &::before {
      content: counter(part);
      float: left;
      width: 1.5em;
      margin-left: calc(-1 * ${margin});
      color: ${color.accent};
    }
  }
  > p,
  > ul {
    max-width: 38em;
    margin-bottom: ${space.tiny};
  }
  > ul {
    padding-left: 1.25rem;
  }
  li::marker {
    content: '–  ';
    color: ${color.accent};
  }
`;

const Opening = styled(Lead)`
  margin-bottom: ${space.medium};
  white-space: pre-line;
`;

/** The address. In print, it is placed so that it shows in the window of an envelope. */
const Address = styled(Opening)`
  max-width: calc(100% - 8rem);
  margin-top: clamp(4rem, 12vw, 7rem);

  ${media.print} {
    max-width: 85mm;
    margin-top: 20mm;
  }
`;

/** Leaves room for a handwritten signature. */
const Signature = styled.div`
  margin: ${space.large} 0 0 ${margin};
  break-inside: avoid;

  > :last-child {
    margin-top: 3.5rem;
  }
`;

const Colophon = styled.footer`
  margin: ${space.large} 0 0 ${margin};
  padding-top: ${space.base};
  border-top: 2px solid ${color.accent};
  font-size: ${size.small};
  overflow-wrap: anywhere;
  break-inside: avoid;
`;
