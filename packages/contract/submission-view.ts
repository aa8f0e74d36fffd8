export const notificationStatuses = ['pending', 'sent', 'failed', 'withheld'] as const;
export const submissionStatuses = ['accepted', 'quarantined', 'released'] as const;
