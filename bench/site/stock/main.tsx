import { ViteReactSSG } from 'vite-react-ssg';
import getStyleCollector from 'vite-react-ssg/style-collectors/styled-components';

import { enhanceNavigation } from '../../../site/enhance/navigation.ts';
import { routes } from '../../../site/routes.tsx';

/** Our pages with the generator's defaults: rendered by the build, then hydrated as a whole. */
export const createRoot = ViteReactSSG(
  { routes },
  ({ isClient }) => {
    if (!isClient) return;
    addEventListener('load', () => enhanceNavigation(document));
  },
  { getStyleCollector },
);
