/** A script that stands in a page and is run: JSON-LD is data. Captures its code. */
export const inlineScript =
  /<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g;
