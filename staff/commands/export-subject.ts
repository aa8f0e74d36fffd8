import * as z from 'zod';

import { defineCommand } from '../command.ts';
import { submissionView } from '../formats/submission-view.ts';
import { writeResult } from '../output.ts';
import { subjectOption } from '../subject-option.ts';
import { findTraces } from '../traces/find-traces.ts';

export const exportSubject = defineCommand({
  usage: 'submissions -- subject-export --email ADDRESS [--out FILE]',
  summary: 'writes everything that is held about a person, as JSON',
  options: z.strictObject({
    email: subjectOption,
    format: z.literal('json', 'must be json').optional(),
    out: z.string().min(1).optional(),
  }),
  async run(context, { email, out }) {
    const traces = await findTraces(context, email);
    await context.audit({ action: 'export-subject', subject: { ids: traces.ids } });
    const everything = {
      email,
      exportedAt: new Date(),
      submissions: traces.submissions.map(submissionView.json),
      jobs: traces.redis.jobs,
      keys: traces.redis.keys,
      mails: traces.mails,
      // Other people's enquiries are theirs: who answers the request decides what to say of them.
      mentionedIn: [...traces.mentions, ...traces.redis.mentions],
    };
    async function* text() {
      yield `${JSON.stringify(everything, null, 2)}\n`;
    }
    await writeResult(context.terminal, out, text());
    context.terminal.note(
      `${traces.submissions.length} enquiries, ${traces.redis.jobs.length} jobs, ${traces.mails.length} mails.`,
    );
  },
});
