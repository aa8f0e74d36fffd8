import { Head } from 'vite-react-ssg';
import { company } from '../../content/company.ts';
import type { PageMeta } from '../../content/meta.ts';
import { palettes } from '../../design/theme.ts';
import { structuredData } from './structured-data.ts';

/** Icons, the card for shared links and, on the home page, the firm in structured data. */
export function SharingHead({ meta }: { meta: PageMeta }) {
  return (
    <Head>
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
      <meta property="og:image" content={`${company.siteUrl}/sharing.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {meta.path === '/' && (
        <script type="application/ld+json">{JSON.stringify(structuredData(company))}</script>
      )}
    </Head>
  );
}
