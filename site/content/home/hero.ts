import type { SectionId } from '../navigation.ts';

export interface HeroButton {
  label: string;
  section: SectionId;
}

export interface Hero {
  headline: string;
  paragraph: string;
  services: HeroButton;
  contact: HeroButton;
}

export const hero: Hero = {
  headline: 'Operational Support for Membership-Based Institutions',
  paragraph:
    'We are the office behind professional bodies, industry associations and non-profits. Our people keep the books, the registers, the meetings and the calendar in order, so that the people you elect can lead.',
  services: { label: 'Explore Our Services', section: 'services' },
  contact: { label: 'Contact Us Today', section: 'contact' },
};
