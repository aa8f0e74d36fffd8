import { createGlobalStyle } from 'styled-components';

import { fontFacesIn } from '../../design/typefaces.ts';
import { officePath } from '../operation.ts';

/** The typefaces from below the office's own path: it may have an address of its own. */
export const OfficeStyle = createGlobalStyle`
  ${fontFacesIn(`${officePath}/fonts`)}

  select { color: inherit; }
`;
