/** Wordings that honest people never use. For the format see `readTable` in wordings.ts. */
export const shamelessOffers = String.raw`
offers mailing lists or bulk email
  (e-?mail|contact|attendees?|visitors?|leads?) (list|database)s?
  (mass|bulk) (e-?mail|mail|messag|post|sms|whatsapp) / cold e-?mail / message boards
  (millions?|thousands) (of )?(businesses|websites|people|inboxes)
looks like an advance-fee scam
  (as|the) beneficiary / (as|am|be) (the |his )?next of kin / late (client|minister|relative)
  inheritance / million (us )?(dollars|euros|pounds) / dormant / plane crash
  name of (the lord|god) / i am (a )?dying / foreign remittance / funds (can|will) be
  keep this between / (usd?)? ?[$€£] ?\d+([.,]\d+)? ?(million|billion|m\b)
  [$€£] ?\d{1,3}([,.]\d{3}){2} / \d{1,3}([,.]\d{3}){2} ?(euro|usd|dollar|pound)
  (sum|amount) of [$\d] / (receive|transfer|move) (some |the )?(funds|money) / (dear|dearly) beloved
  \d\d/\d\d basis / (my|your) principal / consignment / (foreign|business|trustworthy) partner
  contract sum / barrister / buyer who / an exit / urgent payment
sells medicine without a prescription
  (no|without|need|any) (a )?(prescription|script|rx|diet|surgery|side effects) / discreet
  (pharmacy|pharma|meds|pills) (online|no|direct|prices?) / canad\w*[ -]?pharm / plain packaging
  doctors? (hate|approved|are) / simple trick / (i|we) lost \d+ ?kg
offers dating or adult content
  (hot|sexy|beautiful|single|lonely) (girls?|photos|singles|women|ladies) / porn\w* / webcam / xxx
  dating\b / escorts?\b / (alone|lonely) (tonight|and) / good looking / be friends / my pictures
  looking for (a )?(man|love|serious) / i am \d\d years old / know you (closer|better)
  my (hot |private )?(photos|profile)\b / sugar (mummy|daddy)
advertises in another language
  продвижени / раскрутк / казино / ставки на / заработ / рублей в / знакомств / секс / кредит
  диплом / suchmaschin / gastbeitr / platz 1 / offre de pret / pret entre / referencement
  premiere page / primera pagina / posicionamiento / prestamos? / prima pagina / primeira pagina
  bahis / judi\b / gacor / 发票 / 贷款 / 博彩 / 网站优化 / قرض / كازينو / geld leen / kitslening
sells spells
  (love )?spells? / lost (love|lover) / illuminati / psychic / magic (ring|wallet) / bad luck
`;

/** Offers, requests and threats. */
export const offers = String.raw`
offers search engine ranking
  seo\b / search (engine|results) / white[ -]hat / (on|off)[ -]page / domain authority / visibility
  (google|search|your|higher) rank / rank(s|ed|ing|ings)?\b (on|in|high|your|for|well) / outrank
  (first|second|third|1st|top|\d) page (of|on|in) google / page (two|three|four|\d)
  show(s|ing)? up (on|in) / page (one|1) of google / google's (first|1st|top)
  (your|main|target) keywords / (organic|targeted|website|more|buy|low) (\w+ )?traffic
  (human|more|new|real) visitors
offers backlinks or guest posts
  back ?-?links?\b / link[ -](building|insertion|exchange)s? / do-?follow / link back / topic ideas
  (contextual|quality|paid|permanent|one) links? / your (readers|blog|audience)\b / original article
  (guest|sponsored|paid)[ -]?(post|blog|article|content)s? / a link to (my|our)
  place (our|my) \w+ content / (post|publish|place|submit)\w* (an?|our|my) (\w+ )?article
  (article|post|content) (to|on|for) your
offers websites or software
  web(site)? (design|develop|agency) / re-?design / build (a |new )?websites? / mock-?up / prototype
  (revamp|rebuild|rewrite|refresh of|upgrade of) / landing page / e-?commerce / laravel / shopify
  (modern|responsive|new) (website|design) / (mobile|web|custom) app(s|lications)?\b / hosting
  (freelance|web|our|software|python|react) (developer|designer|engineer)s? / (graphic|logo) design
criticises our website
  your (web ?)?(site|page|logo)('s)? (is|isn't|not|has|have|loads|could|needs|looks|does|feels|fails)
  your home ?page / websites fail / mobile[ -]friendly / (slow|outdated|old) (website|server|site)
  (bugs?|errors?|mistakes|issues|problems|vulnerabilit\w+|weakness\w*) (on|in|with|found|including)
  broken links / we scanned / admin panel / accessibility (test|widget)
offers leads or advertising
  leads\b / prospects? / outreach / conversions? / fully booked / (ppc|smm|roas)\b / influencers
  (more|new|get|win|extra) (\w+ )?(clients|customers|sales|enquiries|bookings|revenue)
  (google|facebook|meta|instagram|linkedin) (\w+ )?(ads|advert|outreach|campaign)
  (digital|social media|content|e-?mail|growth) market / (social media|video) (posting|content)
  (explainer|short-form|promo) video / short-form / personal brand / (your|an?) (ad|advert)\b
  (buy|real|get|more|\d+) (\w+ )?(followers|subscribers|likes|views) / (google|star|bad) reviews
offers outsourcing or automation
  virtual assistants? / data entry / outsourcing (company|partner|firm) / (per|an) hour\b / offshore
  (remote|dedicated) (\w+ )?(team|staff|developer) / on the bench / chat ?bots?
  automat(es|ing) your
  ai[ -](agent|bot|assist|automat|tool|solution|recruit|platform|driven|powered|recept|\w*bot)
offers publicity
  featured in / wikipedia / press release / news sites / nominated / editorial / trophy / plaque
  (business|excellence|ceo) award / bestseller / ghostwrit / cover page
  (business|company|basic) listing / ceos \d / (trade|business|global) directory / masterclass
offers loans
  (business|urgent|payday|personal|instant|quick|private|cash|online|fast)[ -]loans? / get a loan
  loan (offer|firm|company|lender) / loans? (from|between|at|today) / cash (today|advance)
  need (cash|money) / working capital / pre-?approved / funding (from [r$\d]|up) / pay off your
  kinds? of loans / financial assistance / (interest|at|rate of|rate is) \d+(\.\d)? ?%
  \d ?% (interest|per annum|roi)
offers credit without checks
  blacklist / debt review / bad (credit|record) / approval (in|within) / approved in
  (no|without|free) (any )?(credit|itc|collateral|upfront|paper|payslip|documents) / low interest
  unemployed
offers investments
  (bitcoin|btc|crypto\w*|forex|nft|token)s? (invest|trad|wallet|profit|signal|giveaway|recover|plat)
  (in|trading|trade|lost|by|free) (bitcoin|btc|crypto|forex)\b / \d+ (btc|eth|usdt)\b
  copy \w+ trades / (passive|extra|weekly|daily) (income|profit|returns?) / double your
  thank me later / ready capital / (guaranteed|high) (profit|returns?)
  profits? (is|are|of|guarantee) / minimum (deposit|investment) / investors? (who|ready|looking)
  to invest in / investing in / recovery expert
announces a prize
  (won|win|claim) (the|your|a|this|an) (free )?(sum|prize|refund|reward|gift|lottery|iphone|voucher|car)
  (international|online) (\w+ )?lottery / congratulations / gift card / giveaway / unclaimed
  refund of / (has been|have been|you were|are) (selected|chosen|shortlisted|approved)
offers medicine
  v[i1!]agra / c[i1!]al[i1!]s\b / levitra / kamagra / tramadol / ozempic / keto\w* / cbd\b
  steroids / \w+ pills?\b / erectile / \d+ ?mg\b / belly fat / (lose|drop) \d+ ?(kg|kilos|pounds)
offers gambling
  casinos? / slots? (online|games?|gacor) / betting / fixed matches / jackpot / poker
  lucky (spin|win) / (free|\d+) ?spins / free (bet|chips) / bonus (\d|code|for|up|of)
  \w+ bonus(es)?\b / no deposit / play now
looks like phishing
  (verify|confirm|validate|reactivate|unblock|update) (your|my) \w+ / to unblock
  (sign|log)-?in activity / (log ?in|sign in) (on|at|here|now|with|to confirm) / online banking
  webmail / follow the instr / secured? (link|document|message)
  (view|download|review|open) (and|it|the|this)? ?(document|invoice|now|attached) / overdue invoice
  unpaid duty / (customs|delivery) fee / withdrawal / (pending|incoming) messages?
makes threats
  (valid|expires?) (for|in) \d+ hours / expires? (today|tonight) / trademark / third party
  registrar
  (mailbox|account|email|card|access|listing|licen[cs]e)s? (has exceeded|will be|has been) \w+
  within (\d+|twenty-four) hours / (final|last) (notice|warning) / deactivation / about to expire
  failure to (complete|respond|comply) / ha(ve|s) (been )?hacked / leak (everything|your|all)
  fines / (images?|photos|work) (appears? )?on your / copyright / out of court / without a licence
  settle this / sued\b / bounty / your reputation / hire a hacker
sells goods
  (manufacturer|exporter|factory)\b / wholesale / (fast|free|worldwide|cheap) (shipping|delivery)
  gold (dust|bars) / carats? / (moq|cif|fob|fco|icpo|en590)\b / iso ?9001 / catalog / shenzhen
  ningbo / replicas? / outlet / louis vuitton / rolex / (verified|old|buy) (paypal|gmail|accounts)
  power banks? / your (inquiry|inquiries|requirements?|budget)\b / (timely|prompt) shipment
  handbags / essay / dissertation / homework / diplomas?,? \w+ / flyers / credit cards? do you
  types? of (credit )?cards / (private|own) shipper / place an order with
offers work from home
  work (from home|at home|online) / no experience / liking youtube / quit my job / financial freedom
  trading robot / (earn|made|makes?|making) (up to |over |more |about )?([$€£r]? ?\d|in a day|money)
reads like a sales pitch in another language
  бонус / депозит / недорого / гаранти / подробности / по ссылке / без вложений / одинок / купить
  доставк / kostenlos / festpreis / ihre webseite / taux de / contactez-nous / ofrecemos
  precio especial / preventivo / vostro sito / bonusu / hosgeldin / canli / 排名 / 微信 / 网址 / اضغط
  بدون ضمان / swartlys
promises growth
  (boost|grow|increase|double|skyrocket|scale|transform|streamline|improve|improving|upgrade) (\w+ )?your
  (boost|grow|increase|double|more) (\w+ )?(sales|traffic|revenue)
  (saves?|cut|cuts) (\w+ ){0,3}(\d|your)
pushes urgency
  (limited|seats|spots?) (time|are|open|offer|spots|event|left)
  (offer|link|deal) (expires|ends|valid) / (today|this week|tonight|now) only
  only (today|\d+ left) / before (it|the slots) / immediate(ly)?
  (order|apply|buy|start|call|enrol|book|join|claim) (now|today|online|here|at) / get started
  same day / this month / if you buy / join (us|my|our|the) / please claim
`;

/** Sales talk for any product. */
export const salesTalk = String.raw`
explains how they found us
  my name is \w+ and i / wanted to (ask|reach|introduce|share) / quick question
  (came|ran|stumbled) (across|upon) your
  (visiting|visited|browsing|researching|checked|analysed) your / (came|ran) across your
  trying to reach you / (looking|look|going|looked) (at|through) your
  (saw|found) your (site|page|profile|company|business)
flatters us or points out gaps
  impressed / enjoyed (reading|your) / struck me / felt off / loved? (your|what)
  great (resource|job|site|work) / stood out / (noticed|spotted)
  (a few|small|some|several) (things|issues|ideas|opportunit|improve) / it seems that / did you know
mentions our business
  your (business|brand|customers|clients|sales|revenue|marketing|competitors?|industry|sector|niche)
  your (online|phone bill|emails|firm|office|team|members) / competitors
  (businesses|companies|firms|organi[sz]ations|teams|brands|sites|someone) (like|similar to) (yours?|you)\b
offers something free
  free (\w+ )?(audit|report|analysis|quot\w+|samples?|demo|trial|consult\w*|review|proposal|script|call)
  free (\w+ )?(migration|registration|estimate|setup|video|scan|ssl|shipping|delivery|article|porn)
  (free of charge|complimentary|no charge)\b / no (cost|fees?) to / at no cost / on us\b
promises there is no risk
  (no|without) (obligation|strings|upfront|retainers?|pressure|commitment|recruitment fee)
  certified / (only pay|pay only|don't pay) / pay (after|per|for results|if) / risk[ -]free
  money[ -]back / proven / refund (you|guarantee) / guarante\w+ / trust(ed by| us) / be trusted
  fully legal
asks for a call or meeting
  (quick|brief|short|discovery|intro) (chat|call|demo|conversation|meeting|look|one) / calendly
  \d+[ -]min(ute)?s? \w+ / keep this short
  (book|schedule|arrange) (a|your|an) (\w+ )?(call|slot|demo|con) / (hop|jump) on
  when could we talk / pencil you in
asks whether we are interested
  (would|are|if) you('re| are| be|'d)? (be )?(open to|interested|keen|against|willing|consider|like me)
  want (me )?to (see|send|know|show|learn) / mind if / worth a / interested\? / would it be
  should i send / (shall|can|could|may) i (send|share|show|email|e-mail|put|offer)
  have you (considered|ever|lost) / are you the person / does your (company|business|firm)
  (do|did) you have (any|a chance|open|\d)
asks for a reply
  reply (with|yes|"|'|stop|me|urgently|for) / (simply|just|kindly) (reply|revert) / right person
  (share|send|sms|reconfirm) (us |me )?(your|with us your) (\w+ )?(requirement|phone|number|name|details|id)
  let me know (if|your|the cost) / get back to me / send over
  i('d| would) (love|be glad|be happy|welcome) / happy to (send|share|show|put|set)
  i (will|can|could|'ll) (show|share|fix|add|walk) / on request / ask for (the )?(price|a quote)
  give us an opportunity / sms or whatsapp / tell you what we
asks us to click
  click / (link|button|video) below / here:? https?:
  (watch|visit|look|see|play|register|settle) (it )?here / visit (our|us|www|http|\S+\.\w{2,})
  check (out )?(our|this|my) / take a look / online at / is this you
offers a product or service
  (we|i) (offer|provide|sell|speciali[sz]e|build|create|deliver|supply|help|connect|buy|own|develop|make)
  (we|i) (produce|design|guarantee|booked|rewrite|publish) / introduce (our|my|you)
  (we|i) (can|will|could) (help|place|offer|provide|build|get|fix|make|create|show|rank|set|do|bring)
  (we|i)('ve| have) (built|helped|prepared|drafted|taken the liberty|free)
  we are (a |an |one of )?(\S+ ){0,4}(company|team|agency|manufacturer|provider|supplier|studio)
reads like a sales pitch
  our (\w+ )?(experts|clients|trained|editors|tool|platform|solution|developers|agency|traders)
  our (\w+ )?(widget|app|software|team can|collection|products|customers|kit|creators)
  a client of mine / i run an? (\w+ ){0,2}(team|agency|company|network)
  i('m| am) (a |an )?(\w+ ){0,3}(expert|developer|designer|consultant|specialist|writer|photographer)\b
  (business development|sales|marketing|account) (manager|executive|director) / head of \w+
  portfolio / (my|last) (\w+ )?clients? / case stud(y|ies) / \d\d+\+ / black owned
  examples (on|of) my / nda\b
makes boastful claims
  years?'? (of )?experience / results\b / world famous / award[ -]winning / leading
  top[ -](rated|quality) / best (quality|online|seo|prices?) / highest quality / fast payouts / 24/7
  swear by / any niche
reads like bulk mail
  (great|lovely|wonderful|good) (day|week)! / having a (great|good) / (does|how does) that sound
  confidential / greetings (of the day|!) / (finds you|are doing) well / (hi|hello|respected) sir\b
  attention: / imagine
  (hi|hello|hey|dear) (friend|dear|hun|owner|manager|valued|customer|client|user|purchasing|beloved)
  tired of / discover / need (more|cash|money|a) [^.?!]{0,20}\? / secret\b / unsubscribe
  opt[ -]out / no worries / not the right time / following up / previous message / reach(ing)? out
  either way
gives contact details abroad
  whatsapp:? (me |us )?(on |at )?\+(?!27) / telegram / skype / t\.me / wechat / payoneer / usdt
  (india|china|philippines|pakistan|nigeria|ghana|ukraine|dubai|amazon)\b
uses !! or eye-catching symbols
  !! / 👉 / 🔥 / 💰 / ✅ / 🚀 / >> / 😂
`;

/** Words of trade and advertising: harmless, but rare in real enquiries. */
export const trade = String.raw`
mentions foreign currency
  [$€£] ?\d / \d+ ?(usd|eur|dollars|\$|euros?\b|€) / (usd|us\$) ?\d
mentions percentages
  \d+([.,]\d+)? ?%
mentions prices
  prices? / pricing / cheap\w* / affordable / discount / packages? / flat fee / once off / coupon
  rates\? / promo / per month / (rates|prices|plans) start / from r ?\d / all in\b / i charge
  (use|promo) code / unlimited / competitive
mentions advertising
  marketing / brands?\b / traffic / sales\b / revenue / campaign / audience / growth / advert / logo
mentions websites or software
  websites?\b / software / apps?\b / ai\b / platform / chatbot / wordpress / blog / domain / server
mentions trade
  businesses / clients / customers / products / supplier / solutions / delivery / shipping / export
  orders?\b
mentions money
  invest\w* / profit / loans? / cash / funds\b / funding / capital / bitcoin / crypto\w* / btc
  forex
mentions accounts
  (your|my) (account|mailbox|card|bank) / log ?in / (secure|security) / (your )?(shipment|parcel)
`;
