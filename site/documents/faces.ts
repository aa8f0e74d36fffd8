import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The site's typefaces as whole font files: the site's own subsets lack letters such as š. */
export const faces = {
  display: resolve('@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf'),
  text: resolve('@expo-google-fonts/public-sans/400Regular/PublicSans_400Regular.ttf'),
  strong: resolve('@expo-google-fonts/public-sans/600SemiBold/PublicSans_600SemiBold.ttf'),
};
