import { connectContactModel } from '../../contact-model.ts';
import { concurrency } from '../concurrency.ts';

const { MONGODB_URI = '', COUNT = '' } = process.env;
const Contact = await connectContactModel(MONGODB_URI);
const numbers = Array.from({ length: Number(COUNT) }).keys();

async function createSome(): Promise<void> {
  for (const number of numbers) {
    await Contact.create({
      firstName: 'Thandiwe',
      lastName: 'Nkosi',
      email: `visitor-${number}@example.org`,
      organisation: 'Guild of Surveyors',
      message: `Enquiry ${number}: we are looking for a secretariat for our guild.`,
    });
  }
}

process.once('disconnect', () => process.exit(1));
const started = performance.now();
await Promise.all(Array.from({ length: concurrency }, createSome));
process.send?.((performance.now() - started) / 1_000, () => process.exit(0));
