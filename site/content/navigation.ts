export type SectionId = 'home' | 'services' | 'about' | 'contact';

export interface NavigationItem {
  label: string;
  /** The section of the home page that the item leads to. */
  section: SectionId;
  href: string;
}

export interface Navigation {
  label: string;
  items: NavigationItem[];
  terms: { label: string; href: string };
  openMenu: string;
  closeMenu: string;
  skipToContent: string;
}

export const navigation: Navigation = {
  label: 'Main',
  items: [
    { label: 'Home', section: 'home', href: '/' },
    { label: 'Services', section: 'services', href: '/#services' },
    { label: 'About', section: 'about', href: '/#about' },
    { label: 'Contact', section: 'contact', href: '/#contact' },
  ],
  terms: { label: 'Terms & Conditions', href: '/terms' },
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  skipToContent: 'Skip to content',
};
