/** What the form says besides the words of the specification. */
export const words = {
  leaveEmpty: 'Leave this empty',
  allRequired: 'All fields are required.',
  summaryTitle: 'Please correct the following before sending:',
  stillSending:
    'Still sending. Your connection seems slow; please keep this page open and do not send again.',
  kept: 'Nothing you typed has been lost, and sending again will not send it twice.',
  left: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} left`,
  over: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} too many`,
};
