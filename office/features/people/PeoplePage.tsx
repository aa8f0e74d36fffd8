import { useState } from 'react';

import type { AnswerOf } from '../../office-api.ts';
import { useMemory } from '../../shell/use-memory.ts';
import { pages } from '../../page-list.ts';
import { PageTitle } from '../../shell/PageTitle.tsx';
import { useOperation } from '../../shell/use-operation.ts';
import { NameMatches } from './NameMatches.tsx';
import { PersonData } from './PersonData.tsx';
import { Register } from './Register.tsx';
import { erasedWords, readSearch } from './words.ts';
import { Button, Field, Form, Message, Panel, Prose, Read, verbatim } from '../../ui.tsx';

export function PeoplePage() {
  const [who, setWho] = useMemory('person');
  // Increases with each search, so that a new result replaces the last one and receives the focus.
  const [round, setRound] = useState(0);
  /**
   * Increases when a search starts elsewhere on the page, so that the field shows the new search.
   */
  const [shown, setShown] = useState(0);
  const [erased, setErased] = useState<AnswerOf<'person.erase'>>();

  function find(next: string): void {
    setErased(undefined);
    setRound(round + 1);
    setWho(next);
  }
  function findAndShow(next: string): void {
    find(next);
    setShown(shown + 1);
  }
  return (
    <>
      <PageTitle
        title={pages.people.title}
        lead="What we hold about a person, and requests from people about their data. Everything you do here is recorded in the audit trail."
      />
      <Panel title="Find a person">
        <SearchForm key={`form ${shown}`} who={who} onFind={find} />
        {erased && (
          <Message role="status">
            {erasedWords(erased).map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </Message>
        )}
        {!erased && (
          <Found
            key={`found ${round}`}
            who={who}
            onFind={findAndShow}
            onErased={(result) => {
              setWho('');
              setErased(result);
            }}
          />
        )}
      </Panel>
      <Register onFind={findAndShow} />
    </>
  );
}

interface SearchProps {
  who: string;
  onFind: (who: string) => void;
}

/** The search form. The text typed is sent in the request body, never in a URL. */
function SearchForm({ who, onFind }: SearchProps) {
  const [fault, setFault] = useState<string>();
  function submit({ who: typed }: { who: string }): void {
    const text = typed.trim();
    if (text.length > 1) onFind(text);
    else setFault('Enter an email address, a name or a reference such as 7F3K-92QD.');
  }
  return (
    <Form onSubmit={submit}>
      <Field
        label="Email address, name or enquiry reference"
        name="who"
        defaultValue={who}
        maxLength={254}
        {...verbatim}
        error={fault}
        hint="An email address finds everything held here under that address. A name shows the email addresses to choose from. A reference finds one enquiry."
      />
      <Button type="submit">Search</Button>
    </Form>
  );
}

interface FoundProps extends SearchProps {
  onErased: (erased: AnswerOf<'person.erase'>) => void;
}

function Found({ who, onFind, onErased }: FoundProps) {
  const search = readSearch(who);
  const isName = search === undefined && who !== '';
  const data = useOperation('person.find', search, { enabled: search !== undefined });
  const matches = useOperation('person.match', { who }, { enabled: isName });
  if (search) {
    return (
      <Read query={data}>
        {(found) => <PersonData search={search} data={found} {...{ onFind, onErased }} />}
      </Read>
    );
  }
  if (isName) {
    return (
      <Read query={matches}>
        {({ people }) => <NameMatches who={who} people={people} onFind={onFind} />}
      </Read>
    );
  }
  return (
    <Prose>
      Shows the person’s enquiries, queued jobs, emails and requests. You can then answer the
      person, correct mistakes, or erase everything except requests.
    </Prose>
  );
}
