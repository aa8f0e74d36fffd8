import { useState } from 'react';
import { styled } from 'styled-components';

import { fullTime, preciseTime } from '../../../contract/time.ts';
import { space } from '../../../design/tokens.ts';
import type { AnswerOf } from '../../office-api.ts';
import { TimelineList } from '../../enquiries/History.tsx';
import { useOperation } from '../../shell/use-operation.ts';
import { passageWords } from './words.ts';
import { Button, Field, Form, Prose, Read, verbatim } from '../../ui.tsx';

export function FindEnquiry() {
  const [name, setName] = useState('');
  const query = useOperation('status.trace', { name }, { enabled: name !== '' });
  function submit(values: { name: string }): void {
    const typed = values.name.trim();
    if (typed === name) void query.refetch();
    else setName(typed);
  }
  return (
    <>
      <Form onSubmit={submit}>
        <Field
          label="Reference or ID"
          name="name"
          required
          {...verbatim}
          hint="For example, 7F3K-92QD. Shows the enquiry’s progress, not its content."
        />
        <Button type="submit" $small disabled={query.isFetching}>
          Find
        </Button>
      </Form>
      {name !== '' && (
        <Found role="status">
          <Read query={query}>{(trace) => <Trace trace={trace} />}</Read>
        </Found>
      )}
    </>
  );
}

function Trace({ trace }: { trace: AnswerOf<'status.trace'> }) {
  const { reference, id, inRedis, inMongodb, events } = trace;
  return (
    <>
      <h3>{reference}</h3>
      <Prose>
        {id}. {whereWords('MongoDB', inMongodb)} {whereWords('Redis', inRedis)}
      </Prose>
      <TimelineList role="list">
        {events.map((event, index) => (
          <li key={index} data-grave={event.isSevere}>
            <p>
              <span>{passageWords(event)}</span>
              <time dateTime={event.at} title={fullTime(event.at)}>
                {preciseTime(event.at)}
              </time>
            </p>
          </li>
        ))}
      </TimelineList>
    </>
  );
}

function whereWords(store: string, isIn: boolean | null): string {
  if (isIn === null) return `${store} is not answering.`;
  return isIn ? `Found in ${store}.` : `Not in ${store}.`;
}

const Found = styled.div`
  display: grid;
  gap: ${space.small};
  width: 100%;
  max-width: 44rem;
`;
