import { Head } from 'vite-react-ssg';

import { palettes } from '#design/tokens.ts';
import { company, home } from '../content/content.ts';
import { pagesFor, type PageName } from '../page-list.ts';
import { structuredData } from './structured-data.ts';

const pages = pagesFor(company);

export function PageHead({ page }: { page: PageName }) {
  return (
    <>
      <BrowserHead page={page} />
      {pages[page].description && <PreviewHead page={page} />}
    </>
  );
}

function BrowserHead({ page }: { page: PageName }) {
  const { title, indexed } = pages[page];
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

function PreviewHead({ page }: { page: PageName }) {
  const { path, title, description, indexed } = pages[page];
  const url = company.siteUrl + path;
  return (
    <Head>
      <meta name="description" content={description} />
      {indexed && <link rel="canonical" href={url} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.name} />
      <meta property="og:locale" content="en_ZA" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${company.siteUrl}/sharing.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${company.name}: ${home.hero.headline}`} />
      <meta name="twitter:card" content="summary_large_image" />
      {page === 'home' && (
        <script type="application/ld+json">{JSON.stringify(structuredData(company))}</script>
      )}
    </Head>
  );
}
