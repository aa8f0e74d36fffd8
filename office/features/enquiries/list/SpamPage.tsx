import { Link } from 'react-router-dom';

import { pages } from '../../../page-list.ts';
import { useSession } from '../../../shell/session.tsx';
import { DeletedEnquiries } from './DeletedEnquiries.tsx';
import { ListPage } from './EnquiriesPage.tsx';

export function SpamPage() {
  const { may } = useSession();
  return (
    <>
      <ListPage
        page="spam"
        lead={
          <>
            Spam is deleted after 30 days unless you mark it as not spam. No staff notification or
            acknowledgement is sent for spam. <Link to={pages.blockList.path}>Block list</Link>
          </>
        }
      />
      {may('enquiry.restore') && <DeletedEnquiries />}
    </>
  );
}
