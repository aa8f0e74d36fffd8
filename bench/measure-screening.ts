import { measureScreening } from '../testing/measure-screening.ts';
import { atLeast, atMost, figure, type Figure } from './figures.ts';

/** `npm run bench -- screening`: how many of our examples are quarantined. */
export function measureSpam(): Promise<Figure[]> {
  const figures = measureScreening().flatMap(({ name, honest, spam }) => {
    const share = (count: number, all: number) => [(100 * count) / all];
    return [
      figure(
        `honest quarantined, ${name} (${honest.all})`,
        'of 100',
        share(honest.held, honest.all),
        atMost(1),
      ),
      figure(
        `spam quarantined, ${name} (${spam.all})`,
        'of 100',
        share(spam.held, spam.all),
        atLeast(85),
      ),
      figure(`with an honest tail, ${name}`, 'of 100', share(spam.tailed, spam.all), atLeast(80)),
    ];
  });
  return Promise.resolve(figures);
}
