/**
 * Phrases of people who sell something through contact forms. Honest phrases never outweigh them.
 * `readTable` in weigh-wordings.ts describes the format. One phrase of weight 4 quarantines an
 * enquiry. So do two of weight 2 with different reasons, unless the text is long: weak phrases
 * count less there.
 */
export const offers = String.raw`
offers search engine ranking # Associations of marketers write to us too: 'SEO' or a drop in visitors alone proves nothing.
  4: (your|our|cheap|affordable|best|we do|wir|wordpress|de|e) seo (services?|packages?|experts?|report|audit|plans?|work)
  seo (packages|with|und|mit|optimi\w+ und|expert) / (white|black|grey)[ -]hat
  (on|off)[ -]page (and|seo|work|optim) / domain authority / outrank / keyword rank
  (first|1st|top|second|third|\d) (page|place|position|spot|result)s? (of|on|in) (google|search|bing)
  page (one|1|two|three|\d) (of|on) google / google's (first|1st|top) / number (1|one) on google
  rank(s|ed|ing|ings)? (your|you|high|higher|on|in|for|well|number|#?1)\b
  (google|search|your|higher|website) rank(ing|s)?\b / (your|main|target) keywords
  search engine (rank|visib) / show(ing|s)? up (on|in|higher) (google|search|ai|chatgpt)
  (organic|targeted|website|more|buy|low|web) (\w+ )?traffic\b / (human|real|more new) visitors
  (in|by|on|to|what) (chatgpt|perplexity|gemini|ai (search|answers|overviews|assistants))\b.{0,120}
  cited in ai / ai (search )?visibility / visibility (report|in search|score|audit)
  (boaan|bo-aan|eerste bladsy).{0,15}google / premiere page / primera pagina / primeira pagina
  prima pagina / platz 1 / erste seite / suchmaschin / referencement / posicionamiento / seo-opt / 谷歌
  网站(优化|快速)|快速排名 / продвижени / раскрутк / выдач / webseite auf / (generative|answer) engine optimi
  \b(geo|aeo) (agency|service|audit|strategy)
  (from|on) page (four|three|two|\d) to (the )?(top|page|first) / контекстн\w+ реклам / rank for (your|the)
  ranking (in|for|issue) / top of google / ethical seo
  2: seo (services?|agency|company|audit|report|strategy) / search (engine|results) / visibility
  (rank|ranking)s?\b.{0,40}google / traffic / seo\b.{0,60}(your|price|free|\$)
offers backlinks or guest posts # Also paid articles. Members offer articles for newsletters, but without links.
  4: back ?-?links?\b / link[ -](building|insertion|exchange|placement)s? / do-?follow / niche edits?
  (do you|you|we|i|our|for|of|a|an|sell|buy|one|accept|quality|publish) (\w+ )?(guest|sponsored|paid)[ -]?(post|blog|article|content)s?(ing)?\b
  guest posting / guest posts (from|at|\d) / (contextual|quality|paid|permanent|homepage|one) links?\b
  link (back )?to (my|our) (client|site|website) / one link back / buy (a )?links?
  (article|topic|content) ideas .{0,60}(readers|site|blog|link)
  your (readers|blog|audience) (would|will|and) / (loved|read) your blog
  (place|publish|post|contribute) (an?|our|my) (\S+ ){0,2}(article|content|post)s? (to|on|for|with)
  domain rating / dr ?\d\d\+? / per placement / gastbeitr / articulos patrocinados / vend(emos|o) enlaces
  (качественные )?ссылки / прогон / (article|post) (to|on) your (site|blog|website)
  (sites|websites|blogs) like yours to / place our (\S+ )?(customers'?|clients'?)
  place (\w+ )?(articles|content|links) on (your|sites) / (aged|expired) domains
  (article|post|mention) (costs?|price) on your / link builders? / high authority (blogs|sites)
  2: original article / content (writer|placement)s? / i write about
  (link|anchor)s? .{0,30}(casino|cbd|general|forex) / (well[ -]researched|high[ -]quality) (article|content)
offers mailing lists or bulk email # Members ask for a list of delegates; they do not offer 9,000 contacts.
  4: (acquir\w+|purchas\w+|interested in|buy\w*|updated|verified|share) .{0,70}(attendees?|visitors?|registrants?|exhibitors?|e-?mail|contact|decision makers?)('s|s'|s)? ?(list|data|database|file|contacts|of)\b
  \d[\d,. ]* ?(k |million )?(\w+ ){0,4}(contacts|attendees|prospects|association executives|records with)\b
  counts? (and|&) (cost|pric\w+) / verified (contact|e-?mail|phone)
  (mass|bulk|cold) (e-?mail(ing|s)?|mail|messag\w+|sms|whatsapp|post)
  (millions?( of)?|thousands of|\d[\d,.]* ?(million|000 000|,000,000)) (\w+ ){0,4}(businesses|websites|inboxes|contact forms|emails|site owners|sites|people)
  (contact forms?|websites?) .{0,40}for \$ ?\d / message boards
  (warm\w*|lands? in) (up )?(your|the) (\w+ )?inbox
  (sent|posted?) .{0,30}through (your|\d.{0,12}) contact forms?
  (this|your) (ad|message) .{0,30}(to|through) \d[\d.,]* ?million / deliverability
  popia compliant database / рассылк / форм\w+ обратной
  2: (contact|mailing|e-?mail) (data|database|lists?) (for|of|by|in) / target (criteria|audience|industry)
  (e-?mail|contact|attendees?|visitors?|leads?) lists?\b.{0,60}(offer|price|cost|sample)
offers websites or software # Staff of associations ask about 'our website'; sellers offer to build one.
  4: (re-?design|revamp|rebuild|redo|build|upgrade|develop) (\w+ ){0,2}your (old |current |web)?(site|website)
  (redesign|build|create|make|fix|develop) (\w+ ){0,3}websites? (for|into|that|from)
  (freelance|wordpress|web|shopify) (web ?)?(site )?(developer|designer)s? (with|from|who|and i|at|here)
  (web|app|software|website) (design|development) (and|services?|team|studio|house)
  software (house|company|engineers|team)
  (mobile|web|custom) apps?( for your| development| and| in \d|, web) / app idea
  (laravel|flutter|shopify|magento)\b / (dedicated|hire|pre-vetted|remote|senior) (\w+ )?developers?
  \d+\+? (\w+ )?(developers|engineers|projects delivered) / (wcag|ada)[ \d.]*.{0,40}(widget|compliant|sued)
  accessibility (widget|test|standard and) / widget makes
  (modern|responsive|new|professional) websites? (for|from|that|in|into)
  bou (professionele )?web(werwe|tuistes?) / criamos sites / site (speed|clinic)
  (logo|brochure|deck)s? (design|from|that look|concepts?) / new (concepts|logo) for / unlimited revisions
  explainer videos? / short(-form)? (video|clip)s? / animated
  (video|clips?) (that|for) (explain|linkedin|your) / rewrite websites
  (refresh|redesign|revamp) of your (web|site) / idea for an app / unlimited bandwidth
  free (ssl|migration|hosting) / (move|switch) to our (hosting|platform|servers?) / your (current )?logo
  sketch\w* (\w+ )?(alternatives|concepts|ideas) / (создание|разработка) (и создание )?сайтов
  (odoo|salesforce)[,.] / sign (an )?nda / i('m| am) a copywriter / (i|we) can rewrite
  try our (\w+ ){0,3}(tool|app|software|platform) / no credit card (is )?(required|needed)
  power bi|dashboards?\. / free for \d+ days
  2: (web|app|software|website) (design|development) (company|agency) / (graphic|logo) design / landing page
  mock-?up / prototype / e-?commerce (store|site) / member(ship)? portals? and
  (python|react|node|php|ios|android)\b.{0,30}(and|developer|,) / portfolio / translate websites
criticises our website # Agencies use criticism as a pretext; honest visitors report one fault and want it fixed.
  4: your (web ?)?(site|page|homepage|home page|logo)('s)? (is(n't)? (not )?(rank|mobile|coming|show|slow|outdated|missing|optimi|appearing)|has (no|some|several|bugs|errors)|loads? (slow|in)|takes \d|could (rank|be (faster|better))|needs (a|some|an)|looks (a bit |old|dated|outdated|great\W+but)|does not (meet|rank|appear|comply))
  (bugs?|errors?|mistakes|issues|weakness\w*|opportunit\w+) (on|in|with|for) your (web ?)?(site|website|seo|page)
  websites fail / (isn't|is not|not) mobile[ -]friendly
  (we|i) (just )?(scanned|audited|ran (an audit|a scan)|analysed|checked) (of )?(your|what)
  (audit|review|analysis|scan|video) (of|for) your (web ?)?(site|website|page) / your homepage takes
  votre site n'?appara / su (sitio|web) no / ihre (homepage|webseite)
  you(r competitors)? (are|is) missing out / losing (customers|visitors|traffic)
  your (google )?(ads|account) structure / (only )?have \d+ google reviews
  your (home ?page|website|site) (says a lot|tells|gives|looks (tired|old|dated)|doesn't (show|rank|convert)|fails|uses google fonts|ranks|scored?)
  2: mobile[ -]friendly / (slow|outdated|old) (website|site) / (faster|speed|fix) .{0,20}(for|only) \$ ?\d
  admin panel / loading speed / while browsing
offers leads or advertising # 'Leads' and 'outreach' for sale.
  4: (qualified|more|exclusive|\d\d?\+?|b2b|fresh|hot|get|of) (\w+ )?leads\b
  lead (flow|gen\w* (service|agency|system)) / (qualified|sales|booked) (\w+ )?(appointments|meetings)
  (fill\w* (\w+ )?|booked )calendars? / (pay|paid) (only )?(per|for) (meeting|lead|result|click)
  only pay (for|per|when) / pay (after|if) / (outbound|ppc|smm|roas|cold e-?mail)\b
  (wasting .{0,20}|from|using|with) (google|facebook|meta) (and (google|meta|facebook) )?ads
  (more|new|get|win|extra|generat\w+|double) (\w+ ){0,2}(clients|customers|sales|enquiries|bookings|revenue|leads)\b.{0,100}
  (add|extra) .{0,20}in revenue
  (digital|social media|content|e-?mail|growth|video) marketing (agency|services?|compan|expert|for|, )
  (buy|real|get|\d[\d,.]* (real|instagram|youtube|tiktok|facebook)) (\S+ ){0,2}(followers|subscribers|likes|views|watch hours)
  (google|star|negative|bad|hellopeter|verified) (\d-star )?reviews? (and|permanent|can|remov|within|in )
  smm panel / remove (negative|bad|the bad) / growth(hack|-hack| hack) / turn visitors
  (capture|convert)s? (\w+ )?visitors / personal brand / podcasts? (guest|appear|place|as)
  guests? on (top )?(business )?podcasts? / business podcasts / business profile (is|on)
  listing on google maps / followers? (for|from) \$ / \d+ (likes|members|followers) (for )?\$ ?\d
  (likes|members|followers) [$€] ?\d / brand ambassadors / ghostwrit\w+ (your|for)
  linkedin (posts|content|profile|outreach) (for|that|service) / qualified (potential )?(buyers|prospects)
  refer your (members|clients|customers) / earn \d+ ?% / remarketing campaigns? / cost per acquisition
  bulk sms / sms and whatsapp marketing / growth consultancy
  2: (google|facebook|meta|linkedin|instagram) (ads|advert\w+) / prospects / outreach / conversions?
  influencers / fully booked / campaigns? (for|that) / reels / tiktok / attention of
offers outsourcing or automation # Associations outsource work to us, so only phrases that sellers use count.
  4: virtual assistants? (service|for|from|starting|at)?
  (data entry|call cent(re|er)|back office),? .{0,60}(service|bookkeeping|outsourc|cost|hour|\$)
  outsourcing (company|partner|requirement|firm) / (\$|usd|us\$) ?\d+ ?(per|an|/) ?hour / offshore
  (on|from) the bench / a fraction of the (\w+ )?(cost|price)
  (ai|voice|custom)[ -](agents?|receptionist|chat ?bots?|assistants?|bots?|(-)?powered (\w+ ){0,2}(platform|tool)|recruit|voice)
  chat ?bots? (that|answers?|learn|for)
  (answers?|picks up|miss) (every|all of|your|\w+) (calls?|them) .{0,60}(ai|agent|receptionist|day)
  automat(e|es|ing) (your|invoices|leave|month|payroll|the|hr|follow)
  (saves?|cuts?) (\w+ ){0,4}(\d+|hours) ?(hours|%|\+) ?(a|per|of|every|by|hours)? / waste \d+
  \d+\+? hours a (week|month) on / cut that to
  (remote|full-time|trained|offshore|dedicated) (\w+ )?(assistants|administrators|staff|bookkeepers) (in|with|from|who|for)
  for a (third|fraction|quarter|tenth) of / a (third|tenth|quarter) of (a|what|the) (salary|local|cost)
  recruitment fees? / without paying a cent / ai (note ?taker|minute|secretary|copilot|workforce|employee)
  (assistant|bot|agent|tool) (learns|that learns) / (halved|doubled|tripled) their
  (saving|saves|save) (about |them |you )?(a day|\d+ hours) / replacement guarantee
  2: chat ?bot / never sleeps / 24/7 / (per|an) hour from / hiring time
  ai[ -](tool|solution|driven|platform)s?
offers publicity # Awards, articles and pages that cost money.
  4: (featured?|story|publish\w*) (in|on|your story on) (forbes|\d+|top|news|yahoo|entrepreneur|500)
  news (sites|outlets) / wikipedia page / (nominated|shortlisted) (as|for)
  (most trusted|excellence|global|business|ceo|visionary) (\w+ ){0,4}awards? / trophy / plaque / as seen on
  cover page / (accept|confirm) (the|your) (award|place) / placement (includes|is|with)|guaranteed placement
  ghostwrit / bestseller / profile for [$€£] / knowledge panel / visionary leaders / digital edition
  top \d+ (most|best|visionary|leaders|companies|management) / most innovative
  (guests|speakers|winners) (cover|pay|contribute) / reserve your (two-page|page|spread|place|seat|table)
  (feature|interview) (you|your (ceo|director|chair\w*|founder)) (in|on|for) our / monthly listeners
  media kit / call for papers / (international|world) (journal|conference) .{0,60}(fee|submit your|indexed)
  2: (publish|post)s? on linkedin / press release (distribut|for|from) / editorial (package|team|feature)
  (business|company|trade|global) directory (listing|offers|has) / nominated / featured in
sells goods # Factories and exporters that have never heard of associations.
  4: (professional|leading|chinese|we are|as a) (\w+ ){0,3}(manufacturer|exporter|factory|supplier)
  (manufacturer|exporter|factory|supplier) (of|from|in|since|and) (\w+ ){0,4}(china|shenzhen|guangzhou|ningbo|india|since|with|led|cnc)
  (our|send you the|receive our) (latest )?catalogu?e / (moq|oem|odm|en590|fob|icpo|fco|loi)\b / (cif|fob)
  iso ?9001 / worldwide (shipping|delivery)
  (fast|free|cheap) (shipping|delivery)[.,!]? .{0,60}(%|\$|order|price|off) / louis vuitton
  replicas? (\w+ )?(watch(es)?(?! (the|for|its|a)\b)|(hand)?bags?|sneakers?|shoes|sunglasses|jewell?ery|purses?|wallets?)\b
  (luxury|designer|aaa\+?|1:1|swiss) replicas?\b
  rolex / gold (dust|bars?) / au gold / carats? / copper cathode / shenzhen / ningbo / guangzhou
  (valve|degreaser|pump|units) .{0,120}(rfq|approved supplier|manufacturer on|payment (on|within))
  request for (quotation|your best) .{0,60}(supply|units|deliver)
  (shortlisted|registered) as (a )?supplier / best quotation
  (competitive|best|lowest) prices? (and|with|,|in|on) / serious buyers
  (domain|url) .{0,40}(for sale|make (an|me an) offer|auction) / (premium|own the) domain
  make (me )?an offer / toner cartridges / (luxury|last chance).{0,50}(package|flights) / professional cv
  cv writing / timely shipment / private shipper
  (business cards|flyers|banners|pens|caps|t-shirts)\b.{0,30} (for|from) r ?\d / use code / cigarettes
  (order|buy) online at / hotel (block|rooms?) for (your|the) (attendees|delegates|conference)
  2: wholesale / handbags / power banks? / your (inquiry|inquiries)\b / purchasing manager
  (up to )?\d\d ?% off / coupon / limited seats
introduces a local supplier # Cleaning, guarding, tracking, training: legal, but not enquiries.
  4: (introduce|introducing) (our|my|you to our|[a-z]+,? offering) ?(services|company)?
  (added|add us|considered|register us) (to|as|on) your (supplier|vendor|service|data)
  (be|as) your (service|preferred) (provider|supplier|partner) / supplier database
  black[ -]owned .{0,60}(company|level|business|service) / we (\w+ )?supply (and|, install|hp|you|all)
  fully installed / rent to own / (solar|electricity bill) .{0,30}(quote|deal|\d+ ?%|by)
  learnerships? .{0,60}(rebate|bee|cost) / seta accredited
  from r ?\d[\d ]* (per month|each|p/m|a month|pm)\b.{0,90}(your|we|whatsapp|please|may|as a)
  registered (broker|security company) / (tenders? (every|daily|in your)) / new tenders
  b-?bbee certificate or / (cipc|coida|tax clearance) .{0,40}(from r|whatsapp|within \d)
  person responsible for your / (no|without) collection,? ?no|no-collection / debt recovery service
  our rates are / humbly request / opportunity to serve / free (tasting|quote today|quotation today)
  (generators?|boreholes?|fibre|voip|office furniture|ppe|water coolers?|courier) .{0,60}(from r|special|quote|no contract|off\b|per month)
  funeral cover from / (medical|group) (insurance|cover) for your employees / save \d+ ?% (compared|on your)
  card machines? / (over)?paying (too much )?for (card|your) / (placement|recruitment) fee
  (excellent|qualified|suitable) candidates? / on my books / penetration tests? / handle your company's
  (liability|indemnity) cover from / get a quote (in|today|now)
  (improve|boost) your (bee |b-?bbee )?scorecard / load[ -]?shedding\? / inverters? (start|from|at)
  (let us|allow us to|we('d| would) (love|like) to) quote on your
  we (make|print|supply|manufacture) (custom|branded|promotional|corporate) / lanyards,
  book a free assessment / free installation
  2: specials this month / dash cams? / business cards r ?\d
  (armed response|pest control|hygiene services|carpet wash) / employees from r / at competitive prices
  (supply|deliver) .{0,30}free delivery / registered with psira
`;
