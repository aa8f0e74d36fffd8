/** How an enquiry came: by the form of the website, or added by a colleague. */
export const channels = ['form', 'phone', 'letter', 'meeting'] as const;
export type Channel = (typeof channels)[number];

/** In words that follow 'Received'. */
export const channelWords: Record<Channel, string> = {
  form: 'through the website',
  phone: 'by telephone',
  letter: 'in a letter',
  meeting: 'at a meeting',
};

/** The lists of the inbox, in the order of its tabs. `all` holds every list except Spam. */
export const inboxLists = ['new', 'mine', 'in-progress', 'waiting', 'closed', 'all'] as const;
export const listNames = [...inboxLists, 'spam'] as const;
export type ListName = (typeof listNames)[number];

export const listLabels: Record<ListName, string> = {
  new: 'New',
  mine: 'Assigned to me',
  'in-progress': 'In progress',
  waiting: 'Waiting',
  closed: 'Closed',
  all: 'All',
  spam: 'Spam',
};
