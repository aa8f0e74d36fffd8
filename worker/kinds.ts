import type { DeliveryKind } from '../contract/notifications.ts';
import type { ContactSubmission } from '../storage/submission-model.ts';
import type { WorkerConfig } from './config.ts';
import type { WorkerContext } from './context.ts';
import { limitAcknowledgement, limitStaffEmail } from './limits.ts';
import { acknowledgement } from './mail/acknowledgement.ts';
import type { MailMessage } from './mail/message.ts';
import { reply } from './mail/reply.ts';
import { isRefusal } from './mail/smtp-replies.ts';
import { staffNotification } from './mail/staff-notification.ts';
import { postWebhook } from './webhook.ts';

/** How a kind of notification is delivered. */
interface Kind {
  /** Writes its email; absent for what is not an email. */
  write?: (submission: ContactSubmission, config: WorkerConfig) => MailMessage;
  deliver?: (submission: ContactSubmission, config: WorkerConfig) => Promise<void>;
  /** Counts it. Resolves to the reason if it has to be withheld. */
  limit?: (context: WorkerContext, submission: ContactSubmission) => Promise<string | undefined>;
  /** Whether an error is final, so that it is not tried again. */
  isFinal: (error: unknown) => boolean;
  /** Whether it is tried again for as long as the enquiry is stored. */
  isNeverGivenUp?: true;
}

const never = () => false;

/** Every kind of notification about a stored enquiry. Emails about assignments are in `jobs/`. */
export const kinds: Record<DeliveryKind, Kind> = {
  staff: {
    write: staffNotification,
    limit: limitStaffEmail,
    isFinal: never,
    isNeverGivenUp: true,
  },
  acknowledgement: { write: acknowledgement, limit: limitAcknowledgement, isFinal: isRefusal },
  reply: { write: reply, isFinal: isRefusal },
  webhook: { deliver: postWebhook, isFinal: never },
};
