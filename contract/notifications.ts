/** A kind of notification about an enquiry. */
interface NotificationDefinition {
  /** The way that it leaves: a name among the worker's channels. */
  channel: string;
  /** What people read of it in the commands. */
  label: string;
  /** The title of its column in a CSV file. */
  column: string;
  /** What the office calls it in a sentence. */
  phrase: string;
  /** What the visitor reads of it. */
  toVisitor: string;
  /** Whether an enquiry that the system sends to itself takes this way too. */
  ofCanary: boolean;
}

/**
 * Every kind of notification that leaves for a stored enquiry, by the name under which MongoDB and
 * the queue know it. The worker has the message of each kind in `worker/notifications.ts`.
 */
export const notifications = {
  staff: {
    channel: 'mail',
    label: 'Staff mail',
    column: 'staffMail',
    phrase: 'mail to staff',
    toVisitor: 'To our staff',
    ofCanary: true,
  },
  acknowledgement: {
    channel: 'mail',
    label: 'Acknowledgement',
    column: 'acknowledgement',
    phrase: 'confirmation to the visitor',
    toVisitor: 'Acknowledgement to you',
    ofCanary: false,
  },
} as const satisfies Record<string, NotificationDefinition>;

export type NotificationKind = keyof typeof notifications;

/** The name of a way that a notification leaves. */
export type ChannelName = (typeof notifications)[NotificationKind]['channel'];

export const notificationKinds = Object.keys(notifications) as NotificationKind[];

/** The kinds that leave for an enquiry that the system sends to itself. */
export const canaryKinds = notificationKinds.filter((kind) => notifications[kind].ofCanary);

/** A value for each kind, such as its state in a submission. */
export function forEachKind<Value>(
  value: (kind: NotificationKind) => Value,
): Record<NotificationKind, Value> {
  return Object.fromEntries(notificationKinds.map((kind) => [kind, value(kind)])) as Record<
    NotificationKind,
    Value
  >;
}
