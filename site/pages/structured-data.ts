import type { Company } from '#contract/company.ts';
import { services } from '#firm/content/services.ts';

const RANGE = / ?[-–] ?| to /;
const DAY = /^(?:Mo|Tu|We(?!ek)|Th|Fr|Sa|Su)(?=[a-z]*\.?$)/;
const CLOCK_TIME = /^(\d{1,2}):(\d{2})(?: (AM|PM))?$/;

/** Structured data about the firm: https://schema.org/ProfessionalService. */
export function structuredData(company: Company) {
  const { name, siteUrl, email, phone, founded, address, social } = company;
  const openingHours = hoursOf(company);
  const isTown = address.suburb === address.city;
  const sameAs = social.map(({ href }) => href).filter(isProfile);
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfessionalService',
    name,
    url: `${siteUrl}/`,
    image: `${siteUrl}/sharing.png`,
    logo: `${siteUrl}/icon-512.png`,
    email,
    telephone: phone,
    foundingDate: founded,
    address: {
      '@type': 'PostalAddress',
      streetAddress: isTown ? address.street : `${address.street}, ${address.suburb}`,
      addressLocality: address.city,
      addressRegion: address.province,
      postalCode: address.postalCode,
      addressCountry: address.country,
    },
    ...(openingHours.length > 0 && { openingHours }),
    areaServed: { '@type': 'Country', name: address.country },
    makesOffer: services.map((service) => ({
      '@type': 'Offer',
      itemOffered: { '@type': 'Service', name: service.name },
    })),
    ...(sameAs.length > 0 && { sameAs }),
  };
}

/** Whether a link leads to a profile; placeholders lead only to a network's front page. */
function isProfile(href: string): boolean {
  return new URL(href).pathname !== '/';
}

/** Omits `Public holidays` and `By Appointment`: the format has only weekdays and clock times. */
function hoursOf({ hours }: Company): string[] {
  return hours.flatMap(({ days, time }) => {
    const [from, to = from] = days.split(RANGE).map((day) => DAY.exec(day)?.[0]);
    const [opens, closes] = time.split(RANGE).map(twentyFourHours);
    if (!from || !to || !opens || !closes) return [];
    return [`${from === to ? from : `${from}-${to}`} ${opens}-${closes}`];
  });
}

function twentyFourHours(time: string): string | undefined {
  const [, hour, minute, half] = CLOCK_TIME.exec(time) ?? [];
  if (!hour || !minute) return undefined;
  const hours = half ? (Number(hour) % 12) + (half === 'PM' ? 12 : 0) : Number(hour);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}
