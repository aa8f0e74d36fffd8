/** What unwanted mail through contact forms offers, each kind with the words that give it away. */
const offers: RegExp[] = [
  /\b(?:seo (?:services?|experts?|packages?|audit)|(?:first|1st) page (?:of|on) google|rank(?:ing)? (?:your (?:web)?site|higher|#?1))/i,
  /\b(?:back-?links?|guest posts?|domain authority|link building|sponsored (?:post|article)s?)\b/i,
  /\b(?:viagra|cialis|levitra|tramadol|(?:cheap|online) pharmacy)\b/i,
  /\b(?:online casinos?|free spins|betting bonus|slots? bonus|no deposit bonus)\b/i,
  /\b(?:(?:bitcoin|btc|crypto(?:currency)?) (?:invest\w*|wallet|trading|profits?|giveaway)|passive income|double your (?:money|bitcoin|investment))\b/i,
  /\b(?:buy|get|gain) (?:[\d,.k+]+ )?(?:real |more )?(?:instagram|youtube|tiktok|facebook|twitter) (?:followers|likes|views|subscribers)\b/i,
  /\b(?:adult dating|sexy? (?:girls|photos|dating)|porn\w*|onlyfans|hookups?)\b/i,
  /\b(?:(?:million|billion) (?:us )?dollars?.{0,80}(?:inheritance|next of kin|beneficiary)|next of kin|unclaimed (?:funds|inheritance)|lottery winner)\b/is,
  /\b(?:submit|post|send) (?:your|our|a) (?:message|ad|advert\w*|offer) to (?:\w+ ){0,3}(?:million|thousands?)|contact ?form (?:blast|marketing|submissions? service)|mass (?:e-?mail|mailing)\b/i,
  /\b(?:email|e-mail|b2b|business) (?:list|leads|database) (?:for sale|at \$|of [\d,.]+)/i,
];

/** How many kinds of spam a text offers. */
export function countSpamOffers(text: string): number {
  return offers.filter((offer) => offer.test(text)).length;
}
