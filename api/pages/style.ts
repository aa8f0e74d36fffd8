import { createHash } from 'node:crypto';

import { formStyle } from './form-style.ts';
import { pageStyle } from './page-style.ts';
import { paletteStyle } from './palette-style.ts';

/** All that a page needs, so that it depends on no other file. */
export const style = `${paletteStyle}${pageStyle}${formStyle}`;

/** The style as a Content-Security-Policy names it. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
