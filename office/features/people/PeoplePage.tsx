import { useState } from 'react';

import { emailAddress } from '../../../contract/contact-fields.ts';
import { readReference } from '../../../contract/reference.ts';
import type { AnswerOf } from '../../office-api.ts';
import type { PersonSearch } from '../../office-views.ts';
import { Button } from '../../controls/Button.tsx';
import { Field, verbatim } from '../../controls/Field.tsx';
import { Form } from '../../controls/Form.tsx';
import { Message } from '../../controls/Message.tsx';
import { Panel, Prose } from '../../controls/Panel.tsx';
import { Read } from '../../controls/Read.tsx';
import { useMemory } from '../../controls/use-memory.ts';
import { pages } from '../../page-list.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { useOperation } from '../../shell/use-operation.ts';
import { PersonData } from './PersonData.tsx';
import { Register } from './Register.tsx';
import { erasedWords } from './words.ts';

/** Data subject requests, and the data held about a person. */
export function PeoplePage() {
  return (
    <>
      <PageTitle
        title={pages.people.title}
        lead="What we hold about a person, and requests from people about their data. Everything you do here is recorded in the audit trail."
      />
      <FindPerson />
      <Register />
    </>
  );
}

/** Searches for a person. The text is sent in the request body, never in a URL. */
function FindPerson() {
  const [who, setWho] = useMemory('person');
  const search = readSearch(who);
  const [fault, setFault] = useState<string>();
  const [erased, setErased] = useState<AnswerOf<'person.erase'>>();
  const query = useOperation('person.find', search, { enabled: search !== undefined });

  function find(next: string): void {
    setErased(undefined);
    setFault(undefined);
    if (next === who) void query.refetch();
    else setWho(next);
  }
  function submit({ who: typed }: { who: string }): void {
    if (readSearch(typed)) find(typed.trim());
    else setFault('Enter an email address or a reference such as 7F3K-92QD.');
  }
  return (
    <Panel title="Find a person">
      <Form onSubmit={submit}>
        <Field
          label="Email address or enquiry reference"
          name="who"
          defaultValue={who}
          {...verbatim}
          error={fault}
          hint="An address finds everything we hold; a reference finds one enquiry."
        />
        <Button type="submit" disabled={query.isFetching}>
          Search
        </Button>
      </Form>
      {erased && (
        <Message role="status">
          {erasedWords(erased).map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </Message>
      )}
      {search && !erased && (
        <Read query={query}>
          {(data) => (
            <PersonData
              search={search}
              data={data}
              onFind={find}
              onErased={(result) => {
                setWho('');
                setErased(result);
              }}
            />
          )}
        </Read>
      )}
      {!search && !erased && (
        <Prose>
          Shows the person’s enquiries, queued jobs, emails and requests. You can then answer the
          person, correct mistakes or erase everything.
        </Prose>
      )}
    </Panel>
  );
}

/** The address or reference to search for; undefined if the text is neither. */
function readSearch(typed: string): PersonSearch | undefined {
  const text = typed.trim();
  if (emailAddress.test(text)) return { email: text };
  const name = readReference(text);
  return name === undefined ? undefined : { name };
}
