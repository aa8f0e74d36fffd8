interface NotificationDefinition {
  label: string;
  phrase: string;
  /** Its name in documents for the visitor. */
  toVisitor: string;
  /** Whether it is sent for every enquiry. Other kinds are sent when staff write them. */
  isAutomatic: boolean;
}

/** The kinds by their name in MongoDB and in the queue. Their messages are in worker/kinds.ts. */
export const notifications = {
  staff: {
    label: 'Staff notification',
    phrase: 'staff notification',
    toVisitor: 'Notification to our staff',
    isAutomatic: true,
  },
  acknowledgement: {
    label: 'Acknowledgement',
    phrase: 'acknowledgement',
    toVisitor: 'Acknowledgement to you',
    isAutomatic: true,
  },
  reply: {
    label: 'Reply',
    phrase: 'reply',
    toVisitor: 'Our reply to you',
    isAutomatic: false,
  },
} as const satisfies Record<string, NotificationDefinition>;

/** The actions that the staff notification links to, by their name in an enquiry's URL. */
export const linkedActions = { assign: 'Assign to me', close: 'Close enquiry' } as const;
export const linkedActionParameter = 'do';

export const assignmentEmails = ['immediately', 'daily', 'never'] as const;
export type AssignmentEmails = (typeof assignmentEmails)[number];

export type NotificationKind = keyof typeof notifications;

export type DeliveryKind = NotificationKind | 'webhook';

export const notificationKinds = Object.keys(notifications) as NotificationKind[];

export const deliveryKinds: readonly DeliveryKind[] = [...notificationKinds, 'webhook'];

export const automaticKinds = notificationKinds.filter((kind) => notifications[kind].isAutomatic);
