import { PageTitle } from '../../shell/PageTitle.tsx';
import { FindPerson } from './FindPerson.tsx';
import { Register } from './Register.tsx';

/** What is held of a person, what they may ask, and what they have asked. */
export function PeoplePage() {
  return (
    <>
      <PageTitle
        title="People"
        lead="What we hold about a person, and what people have asked us to do about it. The audit trail records all that you do here."
      />
      <FindPerson />
      <Register />
    </>
  );
}
