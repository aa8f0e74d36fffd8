import { ViteReactSSG } from 'vite-react-ssg';
import getStyleCollector from 'vite-react-ssg/style-collectors/styled-components';

import { routes } from './routes.tsx';

/** The entry of the build-time renderer. The browser loads client.ts instead. */
export const createRoot = ViteReactSSG({ routes }, undefined, { getStyleCollector });
