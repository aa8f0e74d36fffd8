import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { countOf } from '../enquiries/words.ts';
import { pages } from '../page-list.ts';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useAnswer } from '../shell/use-action.ts';
import { useMemory } from '../shell/use-memory.ts';
import {
  Button,
  Field,
  Form,
  Message,
  Panel,
  Prose,
  Read,
  RowTitle,
  Rows,
  verbatim,
} from '../ui.tsx';
import type { Match } from './api.ts';
import { PersonData } from './PersonData.tsx';
import { Parts, Register } from './Register.tsx';

export function PeoplePage() {
  const queryClient = useQueryClient();
  // In the page's memory, because an address must not be in the URL.
  const [who, setWho] = useMemory('person');
  const [erased, setErased] = useState<string>();
  function find(next: string): void {
    setErased(undefined);
    if (next === who) void queryClient.invalidateQueries({ queryKey: ['person.find'] });
    setWho(next);
  }
  return (
    <>
      <PageTitle
        title={pages.people.title}
        lead="What we hold about a person, and requests from people about their data. Everything you do here is recorded in the audit trail."
      />
      <Panel title="Find a person">
        <Form key={who} onSubmit={({ who: typed }: { who: string }) => find(typed.trim())}>
          <Field
            label="Email address, name or enquiry reference"
            name="who"
            required
            minLength={2}
            maxLength={254}
            defaultValue={who}
            {...verbatim}
            hint="An email address finds everything under it, however it is spelled. A name shows the addresses to choose from. A reference finds one enquiry."
          />
          <Button type="submit">Search</Button>
        </Form>
        {erased && (
          <Message role="status">
            Erased: {erased}. Delete the emails in your mailboxes too. Requests stay in the
            register.
          </Message>
        )}
        {who && (
          <SearchResult
            key={`found ${who}`}
            who={who}
            onFind={find}
            onErased={(words) => {
              setWho('');
              setErased(words);
              queryClient.removeQueries({ queryKey: ['person.find'] });
            }}
          />
        )}
      </Panel>
      <Register onFind={find} />
    </>
  );
}

interface SearchResultProps {
  who: string;
  onFind: (who: string) => void;
  onErased: (words: string) => void;
}

function SearchResult({ who, onFind, onErased }: SearchResultProps) {
  const query = useAnswer('person.find', { who });
  return (
    <Read query={query}>
      {({ people, person }) =>
        person ? (
          <PersonData {...{ who, person, onFind, onErased }} />
        ) : (
          <Matches people={people} onFind={onFind} />
        )
      }
    </Read>
  );
}

/** The people who match a name. Only an email address identifies one of them. */
function Matches({ people, onFind }: { people: Match[]; onFind: (who: string) => void }) {
  return (
    <>
      <Prose role="status">
        {people.length === 0
          ? 'No enquiries under this name. Try the surname only, or ask which address they used.'
          : 'Several people may have this name. Verify the address with the person first.'}
      </Prose>
      {people.length > 0 && (
        <Rows aria-label="People with this name">
          {people.map(({ who, name, organisation, enquiries }) => (
            <li key={who}>
              <div>
                <RowTitle>
                  <bdi>{name}</bdi>
                </RowTitle>
                <Parts parts={[who, organisation, countOf(enquiries)]} />
              </div>
              <Button
                $small
                $quiet
                aria-label={`Find data about ${who}`}
                onClick={() => onFind(who)}
              >
                Find data
              </Button>
            </li>
          ))}
        </Rows>
      )}
    </>
  );
}
