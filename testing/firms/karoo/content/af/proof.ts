import type { Proof } from '../../../../../contract/firm-proof.ts';
import type { Translation } from '../../../../../contract/translation.ts';

export const proof: Translation<Proof> = {
  clients: { title: 'Verenigings wat ons kantoor deel' },
  testimonials: {
    title: 'Wat voorsitters sê',
    testimonials: [
      {
        quote:
          'Ek het die heffings by my kombuistafel gedoen, die week ná skeertyd. Nou lees ek een bladsy per maand en teken dit.',
        role: 'Voorsitter, Salt Bush Growers',
      },
      {
        quote: 'Ons ouditeur het nege bewysstukke gevra. Hy het hulle gehad voor sy tee koud was.',
        role: 'Tesourier, Rooibrak Wool Society',
      },
      {
        quote: 'Die wateropgawes was vir die eerste keer sedert die droogte betyds in.',
        role: 'Sekretaris, Lower Windpomp Irrigators',
      },
    ],
  },
  case: {
    title: 'Een vereniging, een jaar',
    problem: {
      title: 'Wat verkeerd was',
      text: 'Die register was vier oefeningboeke in drie plaashuise. ’n Derde van die telers het twee seisoene lank geen faktuur gekry nie, en niemand het geweet watter derde nie.',
    },
    result: {
      title: '’n Jaar later',
      text: 'Een register van 212 kuddes, elke nag gerugsteun. Op ses na het al die telers betaal, en die inspekteur het ’n lys voor hy uitry.',
    },
  },
  people: {
    title: 'Wie die telefoon antwoord',
    people: [
      {
        role: 'Bestuurder en inligtingsbeampte',
        portrait: { alt: 'Tekening van Anneline Jacobs, met kort donker hare en ’n hoë kraag' },
      },
      {
        role: 'Boeke en heffings',
        portrait: { alt: 'Tekening van Tshepo Mokgosi, met ’n bril en ’n baard' },
      },
      {
        role: 'Registers en wateropgawes',
        portrait: { alt: 'Tekening van Elsabé Witbooi, met ’n sonhoed en lang hare' },
      },
    ],
  },
};
