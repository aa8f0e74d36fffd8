import { ViteReactSSG } from 'vite-react-ssg';
import getStyleCollector from 'vite-react-ssg/style-collectors/styled-components';

import { routes } from './routes.tsx';

/** What the build renders; the browser never loads this file, but client.ts. */
export const createRoot = ViteReactSSG({ routes }, undefined, { getStyleCollector });
