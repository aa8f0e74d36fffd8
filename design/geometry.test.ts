import { describe, expect, it } from 'vitest';

import { arcLength, arcPath, pointOn } from './geometry.ts';

const centre = { x: 100, y: 100 };

describe('the geometry of a table', () => {
  it('counts degrees clockwise from the top', () => {
    expect(pointOn(centre, 50, 0)).toEqual({ x: 100, y: 50 });
    expect(pointOn(centre, 50, 90)).toEqual({ x: 150, y: 100 });
    expect(pointOn(centre, 50, 180)).toEqual({ x: 100, y: 150 });
    expect(pointOn(centre, 50, 270)).toEqual({ x: 50, y: 100 });
  });

  it('draws an arc, even one longer than a semicircle', () => {
    expect(arcPath(centre, 50, 270, 180)).toBe('M50 100A50 50 0 0 1 150 100');
    expect(arcPath(centre, 50, 0, 270)).toBe('M100 50A50 50 0 1 1 50 100');
  });

  it('closes a full circle', () => {
    expect(arcPath(centre, 50, 0, 360)).toMatch(/Z$/);
  });

  it('measures the length of an arc', () => {
    expect(arcLength(10, 180)).toBeCloseTo(Math.PI * 10);
  });
});
