import { contactAcceptedSchema } from '../contract/api.ts';
import { connect } from '../storage/connection.ts';
import { aimedAttacks, judgeAcknowledgements, type AimedPost } from '../testing/aimed-attacks.ts';
import { silent } from '../testing/loggers.ts';
import { postForm } from '../testing/send-enquiry.ts';
import type { SmtpDouble } from '../testing/smtp-double.ts';
import { waitFor } from '../testing/wait-for.ts';
import { atMost, figure, type Figure } from './figures.ts';
import { startShippedWorker } from './processes.ts';
import type { Session, Stores } from './session.ts';

/**
 * Measures how many genuine enquiries are refused, quarantined or not acknowledged because of
 * attacks that try to keep them out.
 */
export async function measureAimed(
  session: Session,
  api: string,
  stores: Stores,
  mail: SmtpDouble,
): Promise<Figure[]> {
  const worker = await startShippedWorker(session, stores);
  const { submissions, close } = connect(stores.MONGODB_URI, { logger: silent });
  const figures: Figure[] = [];
  for (const [name, attack] of Object.entries(aimedAttacks)) {
    session.say(`hostile: ${name}`);
    const accepted = await sendAll(api, attack.hostile);
    const references = await sendAll(api, attack.honest);
    const isKept = { reference: { $in: references }, status: { $ne: 'quarantined' } } as const;
    const refused = async () => attack.honest.length - (await submissions.countDocuments(isKept));
    const judge = () => judgeAcknowledgements(attack, mail.asked);
    const isDone = async () => (await refused()) <= 0 && judge().missing === 0;
    await waitFor('all are stored and acknowledged', isDone, 15_000).catch(() => undefined);
    const { missing, received } = judge();
    const of = attack.honest.length;
    figures.push(
      figure(`${name}: hostile accepted, of ${attack.hostile.length}`, '', [accepted.length]),
      figure(`${name}: honest refused, of ${of}`, 'enquiries', [await refused()], atMost(0)),
      figure(`${name}: honest not acknowledged, of ${of}`, 'enquiries', [missing], atMost(0)),
      figure(`${name}: emails to that mailbox`, '', [received], atMost(3)),
    );
  }
  await close();
  await worker.stop();
  return figures;
}

async function sendAll(api: string, posts: AimedPost[]): Promise<string[]> {
  const references: string[] = [];
  for (const { form, headers } of posts) {
    const answer = await postForm(api, form, headers);
    const body = await answer.text();
    if (answer.ok) references.push(contactAcceptedSchema.parse(JSON.parse(body)).reference);
  }
  return references;
}
