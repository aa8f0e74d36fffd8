import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

import { TaskError, type TaskContext } from '../server/task.ts';

/** The guesses that a password must withstand, as zxcvbn estimates them. */
const minGuesses = 1e14;
/** Only this many characters are checked, because the time grows with their square. */
const maxChecked = 48;

/** Common words here and in the firm's work, which zxcvbn's dictionaries lack. */
const localWords = `association secretariat membership committee chairman chairperson treasurer enquiry
  enquiries guild federation minutes agm popia paia wagwoord herfs lente januarie februarie maart junie
  julie augustus oktober desember maandag dinsdag woensdag donderdag vrydag saterdag sondag southafrica
  mzansi gauteng limpopo mpumalanga kwazulu natal freestate capetown kaapstad johannesburg joburg jozi
  pretoria tshwane durban ethekwini sandton rosebank midrand centurion randburg soweto bloemfontein
  mangaung polokwane mbombela nelspruit kimberley rustenburg gqeberha eastlondon mthatha makhanda
  stellenbosch paarl pietermaritzburg umhlanga springbok springboks bokke protea proteas bafana braai
  biltong madiba mandela ubuntu amandla sawubona afrikaans zulu xhosa sotho kaizer chiefs pirates
  sundowns stormers sharks`;

let zxcvbn: Promise<ZxcvbnFactory> | undefined;

/** Checks that a password is hard to guess. @throws TaskError that says why it is refused. */
export async function checkPassword(
  { letters }: Pick<TaskContext, 'letters'>,
  password: string,
  { username, name = '', email = '' }: { username: string; name?: string; email?: string },
): Promise<void> {
  const refuse = (fault: string) => new TaskError('invalid', `The password ${fault}`);
  const { length } = Array.from(password);
  if (length < 12) throw refuse('must have at least 12 characters.');
  if (length > 256) throw refuse('must have at most 256 characters.');
  if (/\p{Cc}/u.test(password)) throw refuse('must not contain control characters.');
  if (password.toLowerCase().includes(username.toLowerCase())) {
    throw refuse('must not contain the username.');
  }
  const own = [username, name, email.replace(/@.*/, ''), letters.company.name];
  const words = own.flatMap((text) => [text, ...text.split(/[^\p{L}\d]+/u)]).filter(Boolean);
  const checker = await (zxcvbn ??= loadZxcvbn());
  if (checker.check(password.slice(0, maxChecked), words).guesses >= minGuesses) return;
  throw refuse(
    'is too easy to guess. Four unrelated words, or 16 random characters, make a good password.',
  );
}

/** Loads zxcvbn on first use, because loading it ranks tens of thousands of words. */
async function loadZxcvbn(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const common = await import('@zxcvbn-ts/language-common');
  const english = await import('@zxcvbn-ts/language-en');
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, local: localWords.split(/\s+/) },
    graphs: common.adjacencyGraphs,
  });
}
