import { Head } from 'vite-react-ssg';

import { palettes } from '../../design/tokens.ts';
import { english } from '../../contract/translation.ts';
import { locales } from '../../firm/locales.ts';
import { company } from '../content/company.ts';
import { homePath, useContent } from '../content/locale.ts';
import { pagesFor, templatePagesFor, type AnyPageName } from '../page-list.ts';
import { structuredData } from './structured-data.ts';

function usePage(page: AnyPageName) {
  const content = useContent();
  const { company, home, words } = content;
  const pages = { ...pagesFor(company, home), ...templatePagesFor(company, words.form) };
  return { ...content, ...pages[page] };
}

/** The languages of the site; empty if there is only one. */
const languages = Object.keys(locales).length > 0 ? [english, ...Object.keys(locales)] : [];

/** The head of a page, for browsers, search engines and link previews. */
export function PageHead({ page }: { page: AnyPageName }) {
  const { locale, description } = usePage(page);
  return (
    <>
      {locale !== english && (
        <Head>
          <html lang={`${locale}-ZA`} />
        </Head>
      )}
      <BrowserHead page={page} />
      {description && <PreviewHead page={page} />}
    </>
  );
}

function BrowserHead({ page }: { page: AnyPageName }) {
  const { title, indexed } = usePage(page);
  return (
    <Head>
      <title>{title}</title>
      {!indexed && <meta name="robots" content="noindex" />}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <meta
        name="theme-color"
        content={palettes.light.paper}
        media="(prefers-color-scheme: light)"
      />
      <meta name="theme-color" content={palettes.dark.paper} media="(prefers-color-scheme: dark)" />
    </Head>
  );
}

function PreviewHead({ page }: { page: AnyPageName }) {
  const { home, linkTo, locale, path, title, description, indexed } = usePage(page);
  const url = `${company.siteUrl}${linkTo(path)}`;
  return (
    <Head>
      <meta name="description" content={description} />
      {indexed && <link rel="canonical" href={url} />}
      {page === 'home' &&
        languages.map((code) => (
          <link
            key={code}
            rel="alternate"
            hrefLang={code}
            href={company.siteUrl + homePath(code)}
          />
        ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.name} />
      <meta property="og:locale" content={`${locale}_ZA`} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${company.siteUrl}/sharing.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${company.name}: ${home.hero.headline}`} />
      <meta name="twitter:card" content="summary_large_image" />
      {page === 'home' && locale === english && (
        <script type="application/ld+json">{JSON.stringify(structuredData(company))}</script>
      )}
    </Head>
  );
}
