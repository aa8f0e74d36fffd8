import { readableTime } from '../../../../contract/time.ts';
import { Button } from '../../../controls/Button.tsx';
import { ErrorMessage } from '../../../controls/Message.tsx';
import { Panel, Prose } from '../../../controls/Panel.tsx';
import { RowNote, Rows, RowTitle } from '../../../controls/Rows.tsx';
import { useCall, useOperation } from '../../../shell/use-operation.ts';

/** Shows information officers the enquiries deleted in the last 14 days, if there are any. */
export function DeletedEnquiries() {
  const { data } = useOperation('enquiry.deleted');
  const restore = useCall('enquiry.restore', {
    invalidates: ['enquiry.deleted', 'enquiry.list'],
    done: 'Enquiry restored.',
  });
  if (!data || data.deleted.length === 0) return null;
  return (
    <Panel title="Deleted enquiries">
      <Prose>Only information officers see these. Each can be restored for 14 days.</Prose>
      <ErrorMessage error={restore.error} />
      <Rows>
        {data.deleted.map(({ id, reference, name, beginning, until }) => (
          <li key={id}>
            <div>
              <RowTitle>
                {reference}: {name}
              </RowTitle>
              <p>{beginning}</p>
              <RowNote>Can be restored until {readableTime(until)}</RowNote>
            </div>
            <Button
              $quiet
              $small
              aria-label={`Restore ${reference}`}
              disabled={restore.isPending}
              onClick={() => restore.mutate({ ids: [id] })}
            >
              Restore
            </Button>
          </li>
        ))}
      </Rows>
    </Panel>
  );
}
