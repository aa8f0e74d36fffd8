import type { Translation } from '../../../../../contract/translation.ts';
import type { FieldWords, Words } from '../../../../../contract/words.ts';

function oneMessage(label: string, message: string) {
  return { label, missing: message, tooLong: message, unstorable: message, malformed: message };
}

function field(label: string, subject: string, max: number, missing: string) {
  return {
    label,
    missing,
    tooLong: `${subject} mag hoogstens ${max} karakters lank wees`,
    unstorable: `${subject} bevat ’n karakter wat ons nie kan bewaar nie. Verwyder dit asseblief`,
    malformed: `${subject} moet een reël teks wees`,
  };
}

const fields: Translation<FieldWords> = {
  firstName: field('Voornaam', 'Die voornaam', 100, 'Vul asseblief u voornaam in'),
  lastName: field('Van', 'Die van', 100, 'Vul asseblief u van in'),
  email: oneMessage('E-pos', 'Vul asseblief ’n geldige e-posadres in'),
  organisation: field('Organisasie', 'Die organisasie', 200, 'Vul asseblief u organisasie in'),
  message: {
    ...field('Boodskap', 'Die boodskap', 5000, 'Die boodskap moet minstens 10 karakters lank wees'),
    malformed: 'Die boodskap moet gewone teks wees',
  },
};

export const words: Translation<Words> = {
  form: {
    fields,
    required: 'Al die velde moet ingevul word.',
    leaveEmpty: 'Laat dit leeg',
    charactersLeft: { one: '{count} karakter oor', other: '{count} karakters oor' },
    charactersOver: { one: '{count} karakter te veel', other: '{count} karakters te veel' },
    submit: 'Stuur boodskap',
    submitting: 'Besig om te stuur …',
    stillSending: 'Dit duur langer as gewoonlik. Hou asseblief hierdie bladsy oop.',
    summaryTitle: 'Stel asseblief die volgende reg voordat u stuur:',
    success: { title: 'Boodskap gestuur' },
    reference: 'U verwysing',
    another: 'Stuur nog ’n navraag',
    failure: {
      title: 'Fout',
      fallback: 'Die boodskap kon nie gestuur word nie. Probeer asseblief later weer.',
    },
    network: {
      timeout: 'Die bediener het te lank geneem om te antwoord. Probeer asseblief netnou weer.',
      unreachable:
        'Ons kon nie die bediener bereik nie. Gaan asseblief u verbinding na en probeer weer.',
      offline: 'Dit lyk asof u vanlyn is. Gaan asseblief u verbinding na en probeer weer.',
    },
    nothingLost:
      'Niks wat u getik het, is verlore nie, en as u dit weer stuur, ontvang ons dit net een keer.',
    otherWays: ['U kan ons ook bel by', 'of skryf aan'],
    notifications: { region: 'Kennisgewings (F8)', close: 'Maak kennisgewing toe' },
  },
  page: {
    navigation: {
      label: 'Hoofkieslys',
      items: [{ label: 'Tuis' }, { label: 'Dienste' }, { label: 'Oor ons' }, { label: 'Kontak' }],
      terms: { label: 'Bepalings en voorwaardes' },
      openMenu: 'Maak kieslys oop',
      closeMenu: 'Maak kieslys toe',
      skipToContent: 'Spring na inhoud',
    },
    footer: {
      socialTitle: 'Volg ons',
      servicesTitle: 'Dienste',
      contactTitle: 'Kontak',
      established: 'Gestig in {year}',
      privacy: { label: 'POPI- en PAIA-wette' },
      terms: { label: 'Bepalings en voorwaardes' },
    },
    contact: {
      title: 'Skryf aan ons',
      replyWithin: 'Ons antwoord binne {time}.',
      privacy: { label: 'Hoe ons met navrae werk' },
      information: {
        title: 'Kontakbesonderhede',
        address: 'Adres',
        phone: 'Telefoon',
        email: 'Kliëntediens',
        hours: 'Kantoorure',
        meeting: 'Afspraak',
        book: 'Kies ’n tyd',
        board: 'Vir u raad',
        profile: 'Profiel (PDF, in Engels)',
      },
      image: {
        alt: 'Lyntekening van ’n brug waarvan die twee helftes by een sluitsteen ontmoet, met ’n ry stoele daaroor.',
      },
    },
  },
  answer: {
    accepted: {
      soon: 'Dankie dat u met ons in verbinding getree het. ’n Lid van ons span sal u boodskap lees en per e-pos antwoord.',
      within:
        'Dankie dat u met ons in verbinding getree het. ’n Lid van ons span sal u boodskap lees en binne {time} per e-pos antwoord. As u teen daardie tyd niks hoor nie, bel ons gerus.',
    },
    receipt: {
      title: 'Ons het u navraag ontvang',
      lead: 'Noem asseblief hierdie verwysing as u oor u navraag skryf of bel.',
      back: { label: 'Terug na die tuisblad' },
    },
    refusal: {
      invalid: 'Gaan asseblief u boodskap na',
      notSent: 'U boodskap is nie gestuur nie',
      lost: 'Gebruik u blaaier se Terug-knoppie om terug te keer na wat u getik het.',
      back: { label: 'Terug na die kontakgedeelte' },
    },
    problems: {
      400: 'Stel asseblief die vorm reg en stuur dit weer.',
      413: 'U boodskap is te groot. Dit mag hoogstens 5000 karakters lank wees.',
      429: 'Ons het te veel boodskappe ontvang. Probeer asseblief later weer.',
      500: 'Iets het aan ons kant verkeerd geloop. Probeer asseblief later weer.',
      503: 'Ons kan nie nou boodskappe ontvang nie. Probeer asseblief later weer.',
    },
  },
  mail: {
    established: 'Gestig in {year}',
    subject: 'Ons het u navraag ontvang',
    greeting: 'Goeiedag,',
    thanks: 'Dankie dat u met {name} in verbinding getree het. Ons het u navraag ontvang.',
    reference: 'U verwysing',
    yourReference: 'U verwysing is {reference}.',
    quote: 'Noem dit asseblief as u oor hierdie navraag skryf of bel.',
    next: {
      soon: 'Wat volg: ’n lid van ons span sal u navraag lees en u by hierdie adres antwoord. U hoef niks verder te doen nie.',
      within:
        'Wat volg: ’n lid van ons span sal u navraag lees en u binne {time} by hierdie adres antwoord. U hoef niks verder te doen nie.',
    },
    otherWays: 'Ander maniere om ons te bereik',
    phone: 'Telefoon',
    email: 'Kliëntediens',
    hours: 'Kantoorure',
    address: 'Adres',
    regards: 'Vriendelike groete',
    mistake:
      'As u nie met ons in verbinding getree het nie, het iemand dalk u e-posadres per ongeluk ingevul. U kan hierdie boodskap ignoreer, of aan {email} skryf, en ons sal die navraag skrap.',
  },
};
