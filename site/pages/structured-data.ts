import type { Company } from '../../contract/company.ts';

const MERIDIEM = /^(\d{1,2}):(\d{2}) (AM|PM)$/;

/** Structured data about the firm: https://schema.org/ProfessionalService. */
export function structuredData(company: Company) {
  const { name, siteUrl, email, phone, founded, address, social } = company;
  const openingHours = weekdayHours(company);
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
      streetAddress: address.street,
      addressLocality: address.suburb,
      addressRegion: address.province,
      postalCode: address.postalCode,
      addressCountry: address.country,
    },
    ...(openingHours && { openingHours }),
    sameAs: [social.linkedIn, social.twitter],
  };
}

/** Undefined if the hours are not clock times, which structured data does not support. */
function weekdayHours({ hours }: Company): string | undefined {
  const [opens, closes] = (hours[0]?.time ?? '').split(/ [-–] /).map(twentyFourHours);
  return opens && closes && `Mo-Fr ${opens}-${closes}`;
}

function twentyFourHours(time: string): string | undefined {
  const [, hour, minute, half] = MERIDIEM.exec(time) ?? [];
  if (!hour || !minute) return undefined;
  return `${String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}
