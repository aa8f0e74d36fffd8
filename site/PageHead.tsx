import { Head } from 'vite-react-ssg';

import { company } from './content/company.ts';
import type { PageMeta } from './content/meta.ts';

/** The part of a page's head that search engines and link previews read. */
export function PageHead({ meta }: { meta: PageMeta }) {
  const url = `${company.siteUrl}${meta.path}`;
  return (
    <Head>
      <title>{meta.title}</title>
      <meta name="description" content={meta.description} />
      {!meta.indexed && <meta name="robots" content="noindex" />}
      {meta.indexed && <link rel="canonical" href={url} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.name} />
      <meta property="og:locale" content="en_ZA" />
      <meta property="og:title" content={meta.title} />
      <meta property="og:description" content={meta.description} />
      <meta property="og:url" content={url} />
    </Head>
  );
}
