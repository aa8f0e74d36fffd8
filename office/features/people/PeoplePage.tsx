import { PageTitle } from '../../shell/PageTitle.tsx';
import { FindPerson } from './FindPerson.tsx';
import { Register } from './Register.tsx';
import { pages } from '../../page-list.ts';

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
