/**
 * Phrases typical of fraud and threats. Honest phrases never outweigh them. `readTable` in
 * weigh-wordings.ts describes the format. One phrase of weight 4 quarantines an enquiry. So do two
 * of weight 2 with different reasons, unless the text is long: weak phrases count less there.
 */
export const scams = String.raw`
looks like phishing # Members do ask about passwords; they send no link and set no deadline.
  4: (verify|confirm|validate|reactivate|unblock|update|keep) your (\w+ ){0,2}(account|identity|mailbox|password|billing|card|banking|details)
  (mailbox|account|password|subscription|e-?mail|hosting plan|listing|profile) (has exceeded|will be (suspended|deleted|closed|locked|deactivated)|expires? (today|tonight|tomorrow)|(is|are) about to)
  (pending|incoming|undelivered|held) (messages|e-?mails) / unusual (activity|sign|login)
  (sign|log)-?in activity / to avoid (deactivation|suspension|restriction|losing|return)
  (parcel|package|shipment) .{0,60}(fee|hold|could not|customs) / unpaid (duty|customs) / customs fee
  tax refund of / (payment|subscription) (has )?failed
  (view|open|review|download) (and \w+ )?(the |this )?(document|invoice|message)( here| now|:| below| and| https?)
  (shared|sent) with you (for|to) (review|sign) / (secure|secured) (link|document|message) / seed phrase
  wallet (is|has been|will be) / (violated|violates) our (community|terms|policy|policies)
  submit an appeal / permanently (deleted|disabled|removed) / bank(ing)? details have changed;
  gift ?cards? (for|from|right) / (send|text) me the codes / are you at your desk
  (enter|confirm|submit) your (credentials|login|password|pin\b) / (internet|online) banking from
  from a new device / (link|document|offer) is valid for / shared (\S+ )?with you\b
  (package|parcel) is (held|waiting|on hold) / pay r ?\d+[.,]\d\d (and|to|now)
  (btc|eth|usdt|bitcoin) (is|are) waiting / (new|missed) voicemail
  (your )?(voicemail|fax) (is|was) received / sharepoint / (storage|quota) (limit|is full|exceeded)
  (mailbox|e-?mail) (storage|quota|upgrade) / salary (increase|adjustment) / swift copy / remittance advice
  qr code (below|to (verify|confirm)) / payroll record / process a (payment|transfer)
  (a )?new supplier today / unable to process your (last )?payment / update your payment
  (domain|licence|subscription) will expire in \d / renew now to avoid / account is sending spam
  outstanding warrant / pay the fine (via|with|by) / avoid arrest
  2: withdrawal / overdue invoice / online banking / webmail / (log ?in|sign in) (here|now|to confirm)
  (submit|send) your bank(ing)? / to unblock / follow the instr / immediate payment / account will be
makes threats # Hacking, leaked files, bounty hunters, copyright trolls and fake domain registries.
  4: (we|i) (have |'ve )?(hacked|breached|copied|extracted|recorded) (your|you)\b
  ha(s|ve) been (hacked|breached) / leak (everything|your|all)
  (full )?access to your (devices?|computer|camera|system) / recorded you / my malware
  to all your contacts / your (family|colleagues|contacts) (see|will|and) / destroy your reputation
  found (a|several|some|critical) (\w+ )?vulnerabilit / hire a hacker
  (my|our|copyrighted) (copyrighted )?(images?|photos?|pictures?) (\w+ ){0,2}(on|in|at) your (web|site)
  using my (copyrighted |own )?(image|photo|picture) / take you to court
  without (the owner's consent|a licence)[.,] ?download
  (your|the) (brand|company|domain) name as .{0,30}(domain|\.cn)
  register (the|your) (\w+ ){0,5}as a trademark
  trademark (office|application|registration) (is|has|received|will|for your)
  ((search engine|domain) (name )?)?(registration|listing) of your domain
  (domain|listing) (registration|name|service)? ?(notice|expires|expiration|is about|cancel)
  (bug|security) bounty / claims? damages / avoid (court|legal|prosecution)
  (about to be|being) registered .{0,60}third party / registered as a trademark
  (video|photos?|footage) of you / pay (me|us) (\S+ ){0,4}(bitcoin|btc) / bitcoin within
  fines (go )?(of )?up to / compliance kit / legal action (will|against your)
  2: (final|last) (notice|warning) / within (\d+|twenty-four) hours (or|to|otherwise|if)
  failure to (complete|respond|comply|do so) / can be sued / settle this / out of court / deactivation
  third party has / registrar / fines of
looks like an advance-fee scam # Estates, lotteries, grants and offers to buy businesses. Membership forms mention 'next of kin' too.
  4: (as|the|of) beneficiary / (as|am|be) (the |his )?next of kin
  late (client|minister|husband's (money|fund)) / (deceased|dormant) (account|client|customer) / plane crash
  left no heir / \d[\d.,]* ?(million|m|billion)\b ?(us|united|dollars|euros?|pounds|usd|gbp)
  (usd?|us)? ?[$€£] ?\d+([.,]\d+)? ?(million|billion|m\b) / [$€£] ?\d{1,3}([,.]\d{3}){2}
  \d{1,3}([,.]\d{3}){2} ?(euro|usd|dollar|pound) / \w+ million (us )?(dollars|euros|pounds)
  name of (the lord|god) / god-fearing / (dear|dearly) beloved / i am (a )?(dying|widow (with|suffering))
  (terminal|suffering from) cancer / foreign remittance / \d\d/\d\d basis
  (receive|transfer|move|release|claim) (some |the |this |your )?(funds|fund|consignment|inheritance)
  (my|your) principal has / contract sum / (trunk|consignment) box / foreign partner
  trustworthy (partner|person) / won [\d,.]+ / (online|e-?mail) (lottery|draw) / claims? agent
  (chosen|selected) to receive / donation of [\d$€£] / compensation (payment|fund)
  unclaimed (fund|prize|estate) / (ready|available) capital (for|to)
  (private|my) (family office|investor)s? with / funds (can|will) be
  (seeking|need|looking for) your (consent|partnership to) / family office
  (acquir\w+|buyers? (for|looking|who)|purchase) .{0,30}(companies|firms|business(es)?) in your
  (buyer|investor)s? (who is |is )?interested in your (business|company|firm) / what your business is worth
  commission is payable / introducers / (looking to|to) acquire (firms|companies|businesses)
  retention credit / (may|could) (qualify|be eligible) for (up to|a grant|funding)
  (non-refundable|business) grants? / next of kin (to|of my)
  (would you|to) sell your (website|business|company|firm) / cash buyers
  (purchase|buy|import) your products? / share (the|a) (same )?(sur|last )name
  (bears?|shares?) your (surname|last name|family name) / died intestate
  (usd|us\$|eur|gbp) ?\d+([.,]\d+)? (million|billion) / abandoned (account|fund|property)
  proposal that will benefit (us )?both / lost my parents and / (equity|project) financing from
  2: inheritance / barrister / confidential(ly|ity)?\b / beneficiary / buyer who
  (full|your) names? and (telephone|phone|address) / executive summary / ready to (fund|invest)
  investors who / to invest in (viable|projects|your) / orphan
announces a prize # Real winners are addressed by name, by people they know.
  4: (win|claim) (the|your|a|this|an) (free )?(sum|prize|refund|reward|gift|lottery|iphone|voucher|car\b)
  (claim|receive) (your|a) (\S+ ){0,3}(reward|voucher|gift ?card|prize)
  you (have been|were|are|'ve been) (selected|chosen|shortlisted|nominated) (today|to|for|as|in) / giveaway
  double (back|your (money|coins|bitcoin)) / answer \d short questions / lucky winner / unclaimed r ?\d
  you have \d+ unclaimed / (won|winner of) (the|our|a) (\S+ ){0,2}(draw|lottery|raffle|jackpot)
  short survey to / airdrop / claim your (tokens?|coins?|free|spot)
  you won (a|an|the) (new )?(iphone|car|samsung|prize|\S+ draw) / (was|were) selected in our / claim here
  2: congratulations! / gift card / only \d+ left / two-minute survey / refund of [$r€£\d] / before midnight
offers loans # Members of credit bodies ask about loans, but do not offer them.
  4: (personal|payday|personal|instant|quick|private|cash|urgent|online|fast)[ -]loans?\b.{0,80}(\d|apply|approv|whatsapp|blacklist)
  (we|our) (\w+ ){0,3}(offer|give|provide|grant)\w* (\w+ ){0,5}(loans?|credits?|funding)\b
  loan (offer|firm)s?\b / loans? (from|between|up to) [r$€£\d] / need (a|an) (\w+ )?loan\?
  (get|need) an urgent loan / direct lenders? / merchant cash advance / cash (advance|before payday)
  (no|without) (any )?(credit|itc|collateral|upfront|payslip|guarantor) ?(check|fee|need)?[s]?\b
  blacklisted (clients|and|welcome|or) / (bad|poor) credit / approv(al|ed) (in|within) \d / approved same
  no itc / pre-?approved up to / (interest|rate) (of |at )?(only )?\d+(\.\d)? ?%
  (low|\d ?%) interest (rate|loan) / \d ?% (per annum|roi|interest) / working capital\?
  funds? in \d+ hours / mboleko / kitslening / swartlys / geld leen / lenings (tot|van|vanaf)
  (offre|demande) de pret / prets? (rapide|entre|personnel) / emprestimos? (rapid|pessoa|de) / prestamos?\b
  kredit\w* (ohne|bis) / кредит / займ / 贷款 / قرض / قروض / تمويل / (get|apply for|receive) a loan of
  low interest, / credit line / send (your )?id (copy|number|document)s? .{0,60}(bank|payslip|whatsapp)
  bank statements? (per|on|to|by|via) whatsapp / whatsapp your id / reduce your (monthly )?(debt|instal\w+)
  debt (relief|consolidation) (program|service|from|at)
  2: unsecured / working capital / debt review / pay off your / fund(s|ing) in / loans?\b.{0,30}\d ?%
  apply (now|here|online) / (business|project) (expansion|financ|funding) / under administration
  get r ?\d[\d ]* (today|now)
offers investments # Impossible returns, and offers to recover money lost to such schemes.
  4: (bitcoin|btc|crypto\w*|forex|nft|token|usdt)s? (invest|trading (plat|bot|robot)|profit|signal|giveaway|recover|mentor)
  copy \w+ trades / (passive|extra|weekly|daily) (income|profits?|returns) (of|with|up)\b
  guaranteed (\w+ )?(profit|return)s?
  (recover|trace|got|get)\w* (\w+ ){0,4}(crypto|bitcoin|btc|usdt|every cent)
  (lost|scammed) .{0,60}(bitcoin|crypto|usdt|\$[\d,]+).{0,120}(hacker|recover) / ethical hackers?
  recovery (expert|agent|team) / trades? (bitcoin|forex|crypto)\w* for
  (trading|ai) (robot|bot) .{0,40}\b[r$]? ?\d / invest [r$€£] ?\d / started with [$r€£]? ?\d
  (turned|grew) [$r]\d / (\d+|100)x (coin|gem|meme) / meme coin / presale / \d (btc|eth|usdt)\b
  send (\S+ ){0,4}(btc|eth|bitcoin) / (binary options|copy-?trad) / account managers? trade
  investment platform that pays / staking / (crypto|token) (exchange|listing|sale) / connect your wallet
  \d+ ?% (daily|weekly|monthly) (return|profit|roi)
  2: passive income / (in|trading|trade|lost|by|free) (bitcoin|btc|crypto|forex)\b
  minimum (deposit|investment) / thank me later / double your / profits? (is|are|guarantee)
  investors already / crypto investment / your wallet
offers gambling # Casinos have employees and associations, which write to us too.
  4: (best|new|hottest|royal|live) (\w+ )?casinos? / online casino\b
  casinos? (bonus|site|games?|gives|with|links?|online) / slots? (online|games?|gacor) / fixed matches
  correct scores / (free|\d+) ?(free )?spins / free (bet|chips|play)s?\b
  (welcome|deposit|match|no-deposit) bonus / no[ -]deposit / aviator (predictor|app|hack) / sure (odds|win)
  best odds / (play|spin) (now|to win|and win) / bet r ?\d / jackpot / play slots / spin to win / bahis
  bonusu / judi\b / gacor / казино / ставки на / фриспин / 博彩 / كازينو / canli casino / paris sportifs
  2: betting (site|tip) / poker / lucky (spin|win) / promo code / instant withdrawal
offers medicine # Pharmacists write about medicine, but not with a price and discreet delivery.
  4: (no|without|need|any) (a )?(prescription|script|rx)\b
  v[i1!]agra .{0,40}(c[i1!]al|price|buy|online|levitra|prescr|cheap|order)
  (buy|cheap|order|best|generic) (\w+ )?(v[i1!]agra|c[i1!]al[i1!]s|xanax|tramadol|ozempic|cialis)
  discreet (shipping|delivery|packag) / plain packaging / delivered discreet / canad\w*[ -]?pharm
  doctors? (hate|are (stunned|amazed)) / simple trick / lo(st|se) \d+ ?(kg|kilos|pounds)
  (keto|slim\w*) (drops|gummies|pills?|patch) / belly fat
  enlarge(ment|s)? (\w+ )?(manhood|cream|pill)|penis en / manhood / cheap-?pills
  pills? (online|from|price|for) / erectile / (pharmacy|meds) (online|direct|no) / cheap-cigarettes
  (weight[ -]loss|diet) (pill|drops|patch|injection|secret)s? / semaglutide .{0,40}(order|price|buy|deliver)
  2: levitra / kamagra / c[i1!]al[i1!]s\b / ozempic .{0,60}(r ?\d|whatsapp|order)
  without (diet|side effects) / \d+ ?mg\b .{0,30}(price|order) / slim fast
offers dating or adult content # Nobody who wants a secretariat writes this.
  4: (hot|sexy|beautiful|lonely|naughty) (girls?|photos|singles|women|ladies|models)
  (nude|private|my) (pictures|photos|pics)\b.{0,30}(here|send|profile|chat|free)? ?(here|on|at|tonight)
  porn\w* / webcam / xxx / escorts?\b.{0,60}(massage|girl|call) / sensual
  (alone|lonely|waiting for you) tonight / looking for (a )?(serious )?(man|love|husband|relationship)
  i am \d\d(,| years old and| and) (single|looking|never) / know you (closer|better) / sugar (mummy|daddy)
  honey,? i / (hi|hello) (my )?dear,? .{0,80}(profile|single|photo)
  never (been )?married.{0,200}(photo|serious|mail) / send you (\w+ )?(photo|pictures|pics) / знакомств
  секс
  2: dating\b / good looking / be friends / my (hot |private )?(photos|profile)\b / i am \d\d years old
  single (girl|woman|lady)
sells spells # Councils of traditional healers may write to us, but they do not sell spells.
  4: (love|money|magic) (spells?|ring|wallet) / spells? caster / lost (love|lover)s? / illuminati
  psychic (reading|power) / bad luck / brings? back (your ex|lost)
  powerful (spells?|prophet|healer|sangoma) / spells by / lost your (lover|love|partner|ex)
  (win|wins) court cases
sells forged papers or accounts # Cloned cards, fake degrees and accounts for sale.
  4: cloned (atm )?cards? / (buy|verified|old) (verified )?(paypal|gmail|binance|cash app|google ads)
  driving licen[cs]es?,
  (matric|university|fake) (certificates?|degrees?) .{0,40}(registered|buy|system|sale)
  buy real (driving|pass) / (essay|dissertation|thesis|phd) (writing|writers?|help) / plagiarism[ -]free
  custom dissertations / sassa .{0,60}(register|grant|r ?\d)|grants? now open / 代写 / 发票
  without paying back / взлом / диплом / справк / real (passports?|degrees?|licen[cs]es?)
  hack (any|whatsapp|facebook)
offers work from home # Paid tasks such as liking videos, with recruitment over WhatsApp and payment in crypto.
  4: (like|liking|rate|rating) (youtube|hotels|products|videos) / earn (up to |over |more than )?[r$€£] ?\d
  (work|job) (from|at) home .{0,60}(\d|earn)
  (remote workers|part-?time job).{0,120}(whatsapp|telegram|per day|salary|usdt) / paid in usdt
  quit my job / financial freedom / no experience (is )?(needed|required|,)
  (made|makes?|making|income of) (up to |over |more than |about )?[$€£r] ?\d[\d,. ]* (per|a|in|last|this|every) (day|week|month|hour)
  заработ / без вложений / \d+\$ a day / [$€£]\d+ (a|per) day (online|from) / while you sleep
  2: work from home / flexible hours / we saw your (resume|cv) / base salary / trading robot
`;
