export const notificationStatuses = ['pending', 'sent', 'failed', 'withheld'] as const;
export const submissionStatuses = ['accepted', 'quarantined', 'released'] as const;

/** What staff decide about an enquiry. */
export interface HandlingValues {
  state: 'new' | 'open' | 'waiting' | 'done';
  owner: string | null;
  /** The day on which a waiting enquiry returns to the list of the person it is assigned to. */
  followUp: string | null;
  /** The day on which staff first answered: by a reply, by phone or from another program. */
  answeredOn: string | null;
  tags: string[];
  /** The references of enquiries that staff of earlier releases linked to this one. */
  linked: string[];
}
