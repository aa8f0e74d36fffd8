import { Prose } from '../controls/Panel.tsx';
import { PageTitle } from './PageTitle.tsx';

export function NotFoundPage() {
  return (
    <>
      <PageTitle title="There is nothing here" />
      <Prose>The address is wrong, or your account may not open this page.</Prose>
    </>
  );
}
