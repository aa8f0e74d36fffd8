import { describe, expect, it } from 'vitest';

import { contrast } from '#support/contrast.ts';
import { customProperties, palettes } from './tokens.ts';

describe('contrast', () => {
  it('is 21 between black and white, and 1 between equal colours', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#0e4b49', '#0e4b49')).toBe(1);
  });
});

describe.each(Object.entries(palettes))('the %s palette', (_, palette) => {
  const { paper, tint, card } = palette;
  const grounds = Object.entries({ paper, tint, card });

  it.each(grounds)('has readable text on %s', (_ground, ground) => {
    for (const name of ['primary', 'primaryStrong', 'accent', 'danger'] as const) {
      expect(contrast(palette[name], ground), name).toBeGreaterThanOrEqual(4.5);
    }
    for (const name of ['ink', 'muted'] as const) {
      expect(contrast(palette[name], ground), name).toBeGreaterThanOrEqual(7);
    }
  });

  it.each(grounds)('has visible control borders on %s', (_ground, ground) => {
    expect(contrast(palette.control, ground)).toBeGreaterThanOrEqual(3);
  });

  it('has readable text on buttons', () => {
    expect(contrast(palette.onPrimary, palette.primary)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.onPrimary, palette.primaryStrong)).toBeGreaterThanOrEqual(4.5);
  });

  it('becomes custom properties', () => {
    expect(customProperties(palette)).toContain(`--on-primary:${palette.onPrimary};`);
  });
});
