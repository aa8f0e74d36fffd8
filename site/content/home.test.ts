import { describe, expect, it } from 'vitest';

import { services } from '../../firm/content/services.ts';
import { isShipped } from '../../testing/firms/shipped.ts';
import { formWords, pageWords } from '../../contract/page-words.ts';
import { notFound } from '../pages/NotFoundPage.tsx';
import { subtitleFor } from './contact.ts';
import { about, company, home } from './content.ts';
import { footer, serviceId } from './page-frame.ts';

const { hero } = home;
const { navigation } = pageWords;

describe.runIf(isShipped)('the copy that docs/internals/requirements.md requires', () => {
  it('Pages and navigation: the links in order', () => {
    expect(navigation.items.map(({ label, href }) => [label, href])).toEqual([
      ['Home', '/'],
      ['Services', '/#services'],
      ['About', '/#about'],
      ['Contact', '/#contact'],
    ]);
    expect(navigation.terms).toEqual({ label: 'Terms & Conditions', href: '/terms' });
  });

  it('Home page: the hero', () => {
    expect(hero.headline).toBe('Operational Support for Membership-Based Institutions');
    expect(hero.services).toEqual({ label: 'Explore Our Services', section: 'services' });
    expect(hero.contact).toEqual({ label: 'Contact Us Today', section: 'contact' });
  });

  it('Home page: the six services and the four benefits in order', () => {
    expect(home.services.title).toBe('End-to-End Operational Support');
    expect(services.map(({ name }) => name)).toEqual([
      'Member Services & Engagement',
      'Financial & Compliance Management',
      'Events & Programmes',
      'Technology & Systems',
      'Secretariat Support',
      'Operations Management',
    ]);
    expect(new Set(services.map(({ icon }) => icon)).size).toBe(6);
    expect(home.services.benefits.map(({ title }) => title)).toEqual([
      'Efficiency and cost-effectiveness',
      'Credibility through compliance',
      'Modern member experiences',
      'Freedom for leaders to focus on strategy',
    ]);
  });

  it('Home page: the figures and the promise', () => {
    expect(about.title).toBe('Seven Decades of Trusted Partnership');
    expect(about.stats.map(({ figure, label }) => `${figure} ${label}`)).toEqual([
      '70+ Years Experience',
      '20+ Associations',
      '10+ Industries',
    ]);
    expect(about.promise.title).toBe('Our Promise');
  });

  it('Home page, Contact form: the contact section', () => {
    expect(home.contact.heading).toBe('Ready to Strengthen Your Operations?');
    expect(subtitleFor(company)).toContain('operational backbone');
    expect(pageWords.contact.title).toBe('Get in Touch');
    expect([formWords.submit, formWords.submitting]).toEqual(['Send Message', 'Sending...']);
    expect(formWords.success.title).toBe('Message Sent Successfully');
    expect(formWords.failure).toEqual({
      title: 'Error',
      fallback: 'Failed to send message. Please try again later.',
    });
    expect(company.hours[0]).toEqual({ days: 'Monday - Friday', time: '8:00 AM - 4:00 PM' });
  });

  it('Home page: the footer', () => {
    expect(footer.tagline).toBe(
      'Providing operational support for membership-based institutions since 1953.',
    );
    expect(company.social.map(({ label }) => label)).toEqual(['LinkedIn', 'Twitter']);
    const cards = services.map((service) => `/#${serviceId(service)}`);
    expect(footer.services.map(({ href }) => href).sort()).toEqual(cards.sort());
    expect(footer.services.map(({ label }) => label)).toEqual([
      'Operations Management',
      'Member Services',
      'Financial Management',
      'Events & Programmes',
      'Technology Systems',
      'Secretariat Support',
    ]);
    expect(footer.copyright).toBe('Established 1953');
    expect(footer.privacy).toEqual({ label: 'POPI & PAIA Acts', href: '/paia' });
  });

  it('Not found page: the text', () => {
    expect(notFound.title).toBe('404 Page Not Found');
    expect(notFound.body).toBe('Did you forget to add the page to the router?');
  });
});
