import { useState } from 'react';
import { styled } from 'styled-components';

import { readableTime } from '../../../contract/time.ts';
import {
  contactField,
  contactFieldNames,
  type PartialContactForm,
} from '../../../contract/contact-fields.ts';
import { color, media, size, space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { Button } from '../../controls/Button.tsx';
import { Message } from '../../controls/Message.tsx';
import { CorrectDialog } from './CorrectDialog.tsx';
import { counted, statusWords } from './words.ts';

export type Submission = AnswerOf<'person.find'>['submissions'][number];

/** A stored enquiry, which can be corrected. */
export function HeldEnquiry({ submission }: { submission: Submission }) {
  const { reference, createdAt, expiresAt, status, handling } = submission;
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [corrected, setCorrected] = useState<string>();
  const form: PartialContactForm = submission;
  const notes = handling?.notes?.length ?? 0;
  return (
    <Article aria-label={`Enquiry ${reference}`}>
      <Head>
        <div>
          <Title>{reference}</Title>
          <Facts>
            {statusWords[status]} · received {readableTime(createdAt)} · kept until{' '}
            {readableTime(expiresAt)}
            {notes > 0 && ` · ${counted(notes, 'internal note')}`}
          </Facts>
        </div>
        <Button $small $quiet onClick={() => setIsCorrecting(true)}>
          Correct …
        </Button>
      </Head>
      <div role="status">{corrected && <Message>{corrected}</Message>}</div>
      <FactList>
        {contactFieldNames.map((name) => (
          <div key={name}>
            <dt>{contactField(name).label}</dt>
            <dd>{form[name] ?? '–'}</dd>
          </div>
        ))}
      </FactList>
      {isCorrecting && (
        <CorrectDialog
          submission={submission}
          onCorrected={setCorrected}
          onClose={() => setIsCorrecting(false)}
        />
      )}
    </Article>
  );
}

const Article = styled.article`
  display: grid;
  gap: ${space.small};
  margin-top: ${space.small};
  padding-top: ${space.medium};
  border-top: 1px solid ${color.line};
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  justify-content: space-between;
  gap: ${space.small} ${space.medium};
`;

const Title = styled.h4`
  font-size: 1.125rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;

const Facts = styled.p`
  font-size: ${size.small};
  color: ${color.muted};
`;

export const FactList = styled.dl`
  display: grid;
  gap: ${space.tiny};

  > div {
    display: grid;
    gap: 0 ${space.medium};
  }
  ${media.medium} {
    > div {
      grid-template-columns: 8rem minmax(0, 1fr);
    }
  }
  dt {
    font-size: ${size.small};
    line-height: 1.7;
    color: ${color.muted};
  }
  dd {
    margin: 0;
    max-width: 38em;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`;
