import type { Company } from '#contract/company.ts';
import type { Home } from '#contract/firm-content.ts';

export function homeFor({ address, founded }: Company): Home {
  return {
    /** For search engines. */
    description: `Association management in ${address.suburb} since ${founded}: secretariat, finance, members, events and systems for professional bodies.`,
    hero: {
      headline: 'Operational Support for Membership-Based Institutions',
      paragraph:
        'We are the office behind professional bodies, industry associations and non-profits. Our people keep the books, the registers, the meetings and the calendar in order, so that the people you elect can lead.',
      established: 'Established',
      services: { label: 'Explore Our Services', section: 'services' },
      contact: { label: 'Contact Us Today', section: 'contact' },
    },
    services: {
      title: 'End-to-End Operational Support',
      introduction:
        'Use the whole office or only the part you need. Each service has a named person who is responsible for it and a report that your board can read before it meets.',
      benefitsTitle: 'What partners gain',
      benefits: [
        {
          title: 'Efficiency and cost-effectiveness',
          text: 'Several institutions share one experienced office, so each pays for the hours and skills it uses rather than an office of its own.',
        },
        {
          title: 'Credibility through compliance',
          text: 'Returns, registers and annual financial statements are in order and ready when a regulator, an auditor or a member asks for them.',
        },
        {
          title: 'Modern member experiences',
          text: 'Members join, pay, book and find their records online, and reach a person who knows the institution when they would rather speak to one.',
        },
        {
          title: 'Freedom for leaders to focus on strategy',
          text: 'Boards and executives spend their meetings on policy, standards and the profession, because the administration is taken care of.',
        },
      ],
    },
    contact: {
      heading: 'Ready to Strengthen Your Operations?',
      subtitle:
        'Tell us about your institution and where the work is heaviest. We will set out, plainly, the operational backbone it needs and what that would cost.',
    },
    footer: {
      tagline: `Providing operational support for membership-based institutions since ${founded}.`,
    },
  };
}
