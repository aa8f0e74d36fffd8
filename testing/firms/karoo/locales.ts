import type { Locales } from '../../../contract/translation.ts';
import { aboutFor } from './content/af/about.ts';
import { homeFor } from './content/af/home.ts';
import { noticeFor } from './content/af/privacy.ts';
import { proof } from './content/af/proof.ts';
import { questions } from './content/af/questions.ts';
import { services } from './content/af/services.ts';
import { words } from './content/af/words.ts';

export const locales: Locales = {
  af: {
    name: 'Afrikaans',
    firm: {
      address: { province: 'Noord-Kaap', country: 'Suid-Afrika' },
      hours: [{ days: 'Maandag – Vrydag' }, { days: 'Saterdag' }],
      figures: [{ label: 'Kwekersverenigings' }],
      replyWithin: 'twee werksdae',
    },
    words,
    contentFor: (company) => ({
      home: homeFor(company),
      about: aboutFor(company),
      services,
      proof,
      questions,
      notice: noticeFor(company),
    }),
  },
};
