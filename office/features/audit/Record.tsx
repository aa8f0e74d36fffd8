import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import { exactTime, fullTime } from '../../../contract/time.ts';
import { color, size, space } from '../../../design/tokens.ts';
import type { AuditEntry } from './actions.ts';
import {
  accountWords,
  auditWordsOf,
  describeConditions,
  describeStateChange,
  refusals,
} from './audit-words.ts';
import { RowNote } from '../../ui.tsx';

const outcomes: Partial<Record<string, string>> = {
  started: 'Started, not finished.',
  failed: 'Failed.',
  refused: 'Refused.',
};

/**
 * The words between an action and the references of its enquiries. Most actions need none: 'closed
 * 7F3K-92QD'.
 */
function joiningWords(did: string): string {
  if (did.startsWith('searched for a person')) return ' and found';
  if (did.endsWith('person')) return ', including';
  return did.endsWith('phrase') ? ',' : '';
}

export function Record({ record }: { record: AuditEntry }) {
  const { at, actor, action, outcome = '', count, enquiries, accounts, reason } = record;
  const source = [record.device, record.network].filter(Boolean).join(', ');
  const [, did] = auditWordsOf(action);
  const detail = describeStateChange(record) || describeConditions(action, record.conditions);
  const more = count - enquiries.length;
  return (
    <li>
      <div>
        <Line>
          <strong>{actor === 'nobody' ? 'Someone' : actor}</strong> {did}
          {action === 'session.fail-sign-in' && accounts.length > 0 && ' as'}
          {enquiries.length > 0 && joiningWords(did)} {accountWords(action, actor, accounts)}
          {enquiries.length > 1 && `${count.toLocaleString('en-ZA')} enquiries: `}
          {enquiries.map((reference, index) => (
            <span key={reference}>
              {index > 0 && ', '}
              <Link to={`/enquiries/${reference}`}>{reference}</Link>
            </span>
          ))}
          {refusals.includes(action) && count > 1 && ` ${count} times`}
          {enquiries.length > 1 && more > 0 && ` and ${more.toLocaleString('en-ZA')} more`}
        </Line>
        {detail && <RowNote>{detail}</RowNote>}
        {reason && <RowNote>Reason: {reason}</RowNote>}
        {source && <RowNote>{source}</RowNote>}
        {outcomes[outcome] && <Failure>{outcomes[outcome]}</Failure>}
      </div>
      <Time dateTime={at} title={fullTime(at)}>
        {exactTime(at)}
      </Time>
    </li>
  );
}

const Line = styled.p`
  overflow-wrap: anywhere;

  a {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
`;

const Failure = styled.p`
  margin-top: ${space.tiny};
  color: ${color.danger};
  font-size: ${size.small};
`;

const Time = styled.time`
  align-self: start;
  color: ${color.muted};
  font-size: ${size.small};
  font-variant-numeric: tabular-nums;
  line-height: 1.7;
`;
