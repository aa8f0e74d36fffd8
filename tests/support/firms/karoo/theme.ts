import type { Theme } from '#contract/firm-content.ts';
import { theme as shipped } from '../../../../firm/theme.ts';

export const theme: Theme = {
  colors: {
    paper: ['#faf6f0', '#171216', '#3d1f36', '#2b1526'],
    tint: ['#f0e8e0', '#1f181d', '#482741', '#351b2f'],
    card: ['#fffdfa', '#231b21', '#482741', '#351b2f'],
    ink: ['#1d1519', '#efe6ea', '#faf6f0', '#efe6ea'],
    muted: ['#4c4147', '#b7abb1', '#e0d2da', '#cfc0c8'],
    line: ['#dccfc4', '#3d3138', '#6a4a61', '#553a4d'],
    control: ['#80746c', '#887a82', '#b497aa', '#b497aa'],
    primary: ['#5b2a4f', '#dfb3d2', '#f0d9e8', '#f0d9e8'],
    primaryStrong: ['#5b2a4f', '#edcfe3', '#ffffff', '#ffffff'],
    onPrimary: ['#fdf8f4', '#1a0f17', '#331a2d', '#331a2d'],
    accent: ['#8a4b12', '#e0a66a', '#f0bd86', '#f0bd86'],
    danger: ['#98291c', '#f2998c', '#ffb9ae', '#ffb9ae'],
  },
  typefaces: shipped.typefaces,
};
