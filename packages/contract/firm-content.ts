/** The types of what firm/content/ and firm/theme.ts hold. */

interface Jump {
  label: string;
  section: 'services' | 'about' | 'contact';
}

interface Titled {
  title: string;
  text: string;
}

export interface Home {
  /** For search engines. */
  description: string;
  hero: {
    headline: string;
    paragraph: string;
    established: string;
    services: Jump;
    contact: Jump;
  };
  services: {
    title: string;
    introduction: string;
    benefitsTitle: string;
    benefits: Titled[];
  };
  contact: { heading: string; subtitle: string };
  footer: { tagline: string };
}

/** A row of a table. If it has fewer cells than columns, its first cell spans the missing ones. */
type Row = (string | number)[];

export interface Specimen {
  name: string;
  title: string;
  note: string;
  cover?: string[];
  columns: string[];
  groups: { rows: Row[]; total?: Row }[];
  /** Whether all columns except the first contain figures. */
  hasFigures?: boolean;
}

export interface Service {
  /** Lower-case words joined by hyphens. The anchor of its card is `service-<id>`. */
  id: string;
  name: string;
  /** Its name in the footer. */
  short: string;
  isFirstInFooter?: boolean;
  /** Drawn in site/sections/Services.tsx. */
  icon: 'members' | 'finance' | 'events' | 'technology' | 'secretariat' | 'operations';
  text: string;
  specimen?: Specimen;
}

export interface About {
  title: string;
  paragraphs: string[];
  stats: { figure: string; label: string }[];
  promise: { title: string; quote: string };
  first90Days?: { title: string; steps: { time: string; text: string }[] };
}

export interface Questions {
  title: string;
  /** The section is not shown if this is empty. */
  questions: {
    question: string;
    answer: string;
    /** A price such as `From R 4 200 a month`, shown before the answer. */
    price?: string;
    links?: { label: string; href: string }[];
  }[];
}

interface Section {
  /** The anchor of the section on its page. */
  id: string;
  title: string;
  /** A paragraph without a list may be a plain string. */
  paragraphs: (string | { text: string; items: string[] })[];
  /** The conditions of the POPI Act, shown as a diagram. */
  conditions?: { name: string; text: string }[];
}

export interface SectionDraft extends Section {
  inner?: Section[];
}

export interface LegalDraft {
  title: string;
  /** For search engines. */
  description: string;
  introduction: string[];
  download: string;
  /** The month of the last change, such as `June 2024`. */
  updated: string;
  isLettered?: boolean;
  sections: SectionDraft[];
}

/** Six hexadecimal digits each; `deep` is for full-width bands. */
type Shades = [light: string, dark: string, deepLight: string, deepDark: string];

interface Typeface {
  family: string;
  /** The last fonts of the CSS font stack, such as `Arial, sans-serif`. */
  generic: string;
  /** The range of font weights in each file, such as `400 600`. */
  weights: string;
  /** In firm/public/fonts/, with a `unicode-range`. Pages preload the last, which has English. */
  files: { file: string; characters: string }[];
  /** System fonts that are shown until the font has loaded, with the percentages to resize them. */
  fallbacks: { fonts: string; weight?: number; size: number; ascent: number; descent: number }[];
}

export interface Theme {
  colors: {
    paper: Shades;
    tint: Shades;
    card: Shades;
    ink: Shades;
    muted: Shades;
    line: Shades;
    control: Shades;
    primary: Shades;
    primaryStrong: Shades;
    onPrimary: Shades;
    accent: Shades;
    danger: Shades;
  };
  typefaces: {
    /** `inTitleFile` is what firm/fonts/title.ttf, the typeface of the sharing image, calls it. */
    display: Typeface & { inTitleFile: string };
    text: Typeface;
  };
}
