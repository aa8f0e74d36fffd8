import type { Questions } from '../../../../../contract/firm-content.ts';
import type { Translation } from '../../../../../contract/translation.ts';

export const questions: Translation<Questions> = {
  title: 'By Elke Plaashek Gevra',
  questions: [
    {
      question: 'Wat sal dit ons kos?',
      answer: 'Dit hang van u lede en vergaderings af. U betaal elke kwartaal, ná die woltjek.',
      price: 'Vanaf R 4 200 per maand',
      links: [{ label: 'Afdeling B: Die heffing (in Engels)' }],
    },
    {
      question: 'Hoe skakel ons van ons huidige sekretaris oor?',
      answer:
        'Ons haal die dose, gaan die boeke saam met u sekretaris aan een tafel na, en neem op die eerste van die maand oor. Reken op ses weke.',
    },
    {
      question: 'U bedien ook ons bure. Is dit nie ’n botsing nie?',
      answer:
        'As twee verenigings oor water verskil, kry nie een ons raad nie, en albei hul notule.',
    },
    {
      question: 'Wie teken betalings?',
      answer: 'Twee lede van u komitee. Ons berei dit slegs voor.',
    },
    {
      question: 'En as ons wil weggaan?',
      answer: 'Sê ons een seisoen vooruit. U boeke gaan saam.',
      links: [{ label: 'Afdeling A: Die dienste (in Engels)' }],
    },
  ],
};
