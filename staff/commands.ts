import type { Command } from './command.ts';
import { addUser } from './commands/add-user.ts';
import { changePassword } from './commands/change-password.ts';
import { correctSubmission } from './commands/correct-submission.ts';
import { disableUser } from './commands/disable-user.ts';
import { enableUser } from './commands/enable-user.ts';
import { eraseSubject } from './commands/erase-subject.ts';
import { exportSubject } from './commands/export-subject.ts';
import { exportSubmissions } from './commands/export-submissions.ts';
import { listSubmissions } from './commands/list-submissions.ts';
import { listUsers } from './commands/list-users.ts';
import { readAuditTrail } from './commands/read-audit-trail.ts';
import { releaseSubmission } from './commands/release-submission.ts';
import { resendNotifications } from './commands/resend-notifications.ts';
import { showSubmission } from './commands/show-submission.ts';

/** Every command, by the npm script and the word that follow each other on the command line. */
export const commands: Record<string, Record<string, Command>> = {
  users: {
    add: addUser,
    passwd: changePassword,
    disable: disableUser,
    enable: enableUser,
    list: listUsers,
  },
  submissions: {
    list: listSubmissions,
    show: showSubmission,
    export: exportSubmissions,
    correct: correctSubmission,
    release: releaseSubmission,
    resend: resendNotifications,
    erase: eraseSubject,
    'subject-export': exportSubject,
    audit: readAuditTrail,
  },
};

/** What can be asked for, a line each. */
export function describeCommands(group: string): string {
  const own = Object.values(commands[group] ?? {});
  const all = own.length > 0 ? own : Object.values(commands).flatMap(Object.values<Command>);
  return all.map(({ usage, summary }) => `npm run ${usage}\n    ${summary}`).join('\n');
}
