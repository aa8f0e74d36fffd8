/**
 * Phrases of sales letters, advertising and genuine enquiries. `readTable` in weigh-wordings.ts
 * describes the format.
 */

/**
 * Typical phrases of sales letters for any product. Two phrases of weight 2 with different reasons
 * quarantine an enquiry, unless the text is long: weak phrases count less there.
 */
export const outreach = String.raw`
explains how they found us # Visitors ask; only sellers tell how they came across the site.
  2: (ran|stumbled) (across|upon) your / came across your (company|business|firm|profile|organisation)
  while (researching|browsing|reviewing|looking (at|through|into))
  (was|been) (on|going through|reading about|following|visiting|browsing|looking (at|through)) (your|the way) (site|work|website|company|page|professional|\w+ services)
  i('ve| have)? (just )?(visited|checked|browsed|reviewed|looked at) (what|your)
  reaching out (on behalf|because|to (see|you about)) / i had an idea for
  i imagine (that )?(answering|your|you)
  1: came (across|upon) your / (saw|found) your (page|profile|company|business|contact)
  (visiting|visited|browsing|researching|analysed) your
  my name is \w+ and i (am|'m|write|work|help|represent|found|have been)
  on behalf of (several|our|my) clients? / quick one: / i'll keep this short|i'll be brief / to the point
flatters us or points out gaps # The first paragraph of letters that a language model wrote.
  2: stood out to me / resonated with / struck (me|by how)
  (was |am )?(genuinely |truly |really )?impressed (by|with) / impressive what / (your|the) commitment to
  caught my (eye|attention)
  (many|most) (leaders|teams|firms|companies|organi[sz]ations|businesses) (i (speak|talk)|at your|like|today|struggle|still)
  i (recently )?noticed (a few|some|that your|several) / noticed (you|your team)
  (and|but) (it|that|there)'s (not much|a few|room) / quick (wins|idea) / long admired
  fast-paced (digital )?(landscape|world) / untapped potential / forward-thinking / strategic objectives
  (tailored|innovative|bespoke) solutions / elevate your / staying ahead
  1: loved (your|what you) / great (resource|job|site|work) (you|on|and) / enjoyed reading / felt off
  small opportunit / it seems that (your )?competitors / did you know (that )?(your|\d+)
talks about our business # Members also write 'your clients' and 'your office'; only sellers write 'companies like yours' or 'we help firms to …'.
  2: (businesses|companies|firms|organi[sz]ations|teams|brands|founders|leaders) (like|similar to|such as) (yours?|you)\b
  help(s|ing|ed)? (\w+ ){0,3}(companies|firms|businesses|brands|teams|leaders|organi[sz]ations|associations|founders|finance teams|hr teams) (like|to|who|that|unlock|save|increase|get|grow|reduce|cut|turn|translate)\b
  1: your (business|brand|customers|sales|revenue|marketing|competitors?|industry|sector|niche)\b
  (your|the) (growth|online presence|target audience) / competitors (are|who|with)
promises growth # Growth, savings and 'results' in numbers.
  2: (boost|grow|increase|double|skyrocket|scale|streamline|unlock|supercharge|maximi[sz]e) (\w+ ){0,3}(sales|traffic|revenue|conversions?|productivity|retention|visibility|growth|reach|leads|enquiries)
  (by|up to|raise \w+ by) \d+ ?% (with|in|by|using|more)? / (increase|boost)s? your / new revenue
  (steady|predictable) (stream|flow) / potential synerg|strategic partnership
  (reduce|cut|save|lower|improve|slash)s? (\w+ ){0,4}by (up to )?\d+ ?%
  (we|i) (can|could|will) (\w+ )?(reduce|cut|improve|increase|double|boost|lower|fix|upgrade) your
  your (team|company|directors|business|firm|website|people) (deserves?|may be|might be|could be|needs)
  (do you )?want (more|better) (\w+ )?(\w+ )?(reviews|clients|leads|calls|sales|traffic|members|time|enquiries|bookings)
  1: (boost|grow|double|transform|improve|improving|upgrade|scaling) (\w+ )?your
  (leave|get) the rest behind / results (guaranteed|in|you)
  (proven|guaranteed) (system|process|results|growth|strategy)
offers something free # Free audits and drafts that nobody asked for.
  2: free (\w+ )?(audit|report|analysis|samples?|demo|trial|proposal|script|growth|website|strategy|estimate|scan|review of|case review|consultation|erstberatung|quote and|visibility)
  complimentary / audit gratuit / (orcamento|orcamentos) gratis
  (kostenlose|gratis) (\w+ )?(erstberatung|analyse|kwotasie)
  (personali[sz]ed|short|quick|\d[- ](minute|min)) (\w+ )?(video|demo|walkthrough|presentation)
  free sample made / (first|next) month free / demo line / on the house / try it free
  free for (the first )?\d+
  1: free of charge, of course / no charge / at no cost (to|and) / on us\b / free (call|consult\w*|quot\w+)
promises there is no risk # Only sellers write 'no obligation'; members also write 'guarantee'.
  2: (no|without) (obligation|strings( attached)?|retainers?|hard feelings|pressure|upfront (cost|fee)s?|commitment)
  risk[ -]free / (your )?money[ -]back / don't pay / (you|and) (only )?pay (nothing|after)
  (100%|fully) guaranteed / if (it's|this is) not (a priority|the right time) / if not, no (worries|hard)
  (otherwise|or else), would you / there is no (charge|cost) to / (it )?costs nothing to / no[- ]obligation
  please answer this mail
  1: guaranteed (delivery|approval|placement|\d)? / certified (partner|expert)s? / trusted by / success rate
  no worries
asks for a call or meeting # Members ask for a meeting about a subject; sellers say how many minutes it takes.
  2: (discovery|intro|introductory|friendly) (chat|call|demo|conversation)\b
  (quick|brief|short) (demo|intro|look|conversation)\b / calendly
  \d+ ?-?min(ute)?s? (call|chat|demo|slot|of your time|intro|this week|next week|conversation|walkthrough)
  (book|schedule|grab|reserve) (a|your|an) (\w+ ){0,2}(call|slot|demo|consultation|time with) / hop on
  steal \d+ / give me \d+ minutes / (show|walk) you (around|through|how|what) (it|in|we)? ?(\d+|in|we|our)?
  does (monday|tuesday|wednesday|thursday|friday)( or \w+)? work / personali[sz]ed demo
  1: (quick|brief|short) (chat|call)\b / explore (potential|whether|how|if|this) / jump on / pencil you in
  keep this short / (quick|live) demo / convenient time to (discuss|talk|call)
asks whether we are interested # The question that ends nearly every sales letter.
  2: (would|are|is) (you|it|that|this|growing)( be|'d be)? (be )?(open to|interested in (a|the|an|seeing|hearing|acquiring|an updated)|keen to|opposed to|against|up for that|useful\?|worth)
  worth (a|exploring|discussing|it\?) ?(look|chat|quick|conversation)? / mind if i
  want me to (send|show|share|make) / (interested|curious)\? / shall i (send|share|proceed|put)
  shall we (start|begin|proceed) / where (should|can) i send it / happy to (send|share|show|put|set)
  open to (seeing|a|hearing|learning|exploring)
  (may|can|could) i (send|share|show|email|e-mail) (you )?(\w+ )?(the|a|our|some|my|it|over|more|details|over|quote|few|samples) (\w+ )?(scan|free|report|quote|price|samples?|catalog|details|proposal|link|video|portfolio|example|recording|results|work|screenshots|drafts|three)?
  would it be a bad idea / would you consider / have you considered (selling|using|adding|switching)
  (something|a priority) (you're|you are) (focus|look|consider)\w*
  are you (currently )?(taking on|looking for|generating|the person|wasting|tired)
  something you'?d like to explore / (up for|down for) that / want to see it / interested in some
  can i show you / if that's of interest / would it help if / (are|is) (you|anyone) free for a short
  are you free for / (can|may|could|shall|should) i (draft|come past|come by|drop|book|arrange)
  interested in a (\w+ )?(walkthrough|demo|tour|look|trial|chat|call) / would you like to find out
  1: should i send / does that sound
  (do|did) you have (any|a chance|open) (\w+ )?(roles|projects|question|to)?
  i('d| would) (love|welcome|be glad|be happy) (to|the opportunity)
asks for a reply # Reply 'YES', or with your phone number.
  2: reply ("|'|yes|stop|me|demo|with your (phone|number|artwork|keywords)|for the|"\w+")
  (just|simply) reply
  (share|send) (us |me )?your (requirements?|keywords|contact number|number|full name|printer model|phone number|artwork|id)
  let me know your (requirements?|target|keywords|interest) / antwoord ja / to opt out
  may (we|i) know (your|a convenient) / price list in reply / message our / tell me your
  (i'll|i will|i can|we'll|we can) send (you |over )?(over )?(some |the |more |a )?(details|examples|link|pricing|info\w*|sample|recording|quote|it over)
  1: point me to the right person / right person
  get back (to you )?with (the )?(pricing|price|quote|cost|counts) / revert with
  (just )?following up on my (previous|last) message
  (contact|write) (us|me|him|her) (on|via|by) (whatsapp|telegram|skype) / pressione / responda
  ecrivez-nous
asks us to click # Links that the reader is urged to follow.
  2: click below
  (get started|register|sign up|apply|order|join|claim|download|play|pay|renew|buy)( it| now| online| today| free)* ?(here|at|from|on|:|with code)? ?:? ?(https?:|\S+\.(com|shop|bet|top|xyz|co\.za|example)\b)
  (details|registration|join us|now|apply here|see how|login|overview|watch)( \w+)?: ?(https?:|t\.me)
  t\.me\/
  1: check (it |us )?out (at|our|my|here) / take a look at this / is this you
  visit (our|us|www|http|\S+\.(com|net|shop)) / (see|watch) (here|it here|my)
  join (us|our) (on|telegram|whatsapp|group) / here: ?https?:
introduces a sales company # Genuine enquiries do not open with 'We are a leading …'. 'We offer' counts only before a product: associations write what they offer members.
  2: (we|i) (offer|provide|sell|deliver|supply|build|create|design|develop|manufacture|represent buyers|fill calendars|book founders)s? (\S+ ){0,4}(services?|solutions|prices?|quality|packages?|apps?|sites?|systems|products|custom|animated|professional|loans|discount|clients|firms|software)\b
  we help(ed)? (\S+ ){0,3}(companies|businesses|firms|brands|associations|organi[sz]ations|hr|teams|you|clients)
  i help (\S+ ){0,3}(companies|businesses|firms|brands|service|hr|teams|you|organi[sz]ations)
  we are (a |an |one of )?(\S+ ){0,4}(company (offering|specialising|from|based|with|that)|team of \d|agency|manufacturer|provider of|supplier of|studio)
  we('re| are)? speciali[sz]ed? in
  (a|our) (team of|\d+\+?) (experienced )?(experts|editors|designers|developers|specialists|linguists|engineers|writers)
  i('m| am) (a |an )(\w+ ){0,2}(freelance|seo|web|growth|digital) (\w+ )?(expert|developer|designer|consultant|specialist|writer)
  our (\w+ ){0,2}(clients|customers|users) (see|save|get|have|report|turned|love)
  (over|for) \d[\d,]*\+? (brands|clients|businesses|companies|projects)
  our (\w+[- ])?(widget|tool|ai|platform|chat ?bot|studio|agency|experts|editors|designers|writers|traders|linguists|infrastructure|system) (can|will|helps?|land|captures?|makes?|turns?|delivers?|answers?|learns?|writes?|create|translate|trace|gets?|at|in|is|show|has|saves?)
  (my|our) (company|firm|agency|studio) (places|builds|makes|helps|provides|offers|specialises|works with)
  for a living, and / we develop (\S+ ){0,3}(portals|apps?|applications|software)
  (i|we)'ve (drafted|taken the liberty|already designed|put together|prepared)
  \bi help (\w+ )?(ceos|owners|founders|directors|leaders|firms|clinics|shops|organi[sz]ations)
  (from|only|just|starting at|at just|pay only) ([r$€£] ?\d|\d+(\.\d+)? ?%|\d+ (usd|euros|pounds))
  (prices|rates|plans|packages|inverters|units) (start|starting|from) (at|from|[r$€£])|minimum (order )?\d+ units
  1: introduce (our|my) / (case stud(y|ies)|our portfolio|my portfolio|past work|work samples)
  award[ -]winning / (best|highest) quality / years?'? experience (in|with|and)?
  (head of|vp of|director of) (partnerships|growth|sales|business)
  business development (executive|manager) / pre-vetted
  we (built|put together|prepared|recorded|drafted|made) (a|an|you|some|three|this)
pushes urgency # Deadlines that the sender sets; members have real ones.
  2: (limited|last) (time|seats|spots|stock|chance|offer)[!., ]*
  (offer|deal|price|registration) (expires|ends|closes|valid) (tonight|today|soon|\w+ \d)
  (today|tonight|this week|now) only / only (today|\d+ left|\d+ spots)
  (order|apply|enrol|claim|register|sign up|buy|book|act) (now|today|immediately|this week)\b
  before (slots|midnight|it goes|it's too late|it lapses|friday\.)
  1: spots? open / act (fast|now) / don't miss / special offer / spesiale aanbod / stock is limited
  first \d+ (people|clients)
writes from abroad via a messaging app # WhatsApp with a South African number is usual; Telegram is not.
  2: whatsapp:? (me |us )?(on |at )?\+(?!27) / telegram[:]? ?(@|group|channel|or|for) / @\w+_example\b.{0,3}
  skype: / wechat|微信 / paid? (by|via|in) (paypal|usdt|payoneer)
  1: telegram / skype / usdt / payoneer / whatsapp (your|us for|or call) / gmail\.com
`;

/** Phrases that are harmless on their own. Honest phrases can outweigh them. */
export const generic = String.raw`
mentions foreign currency # Many members abroad pay in dollars.
  1: [$€£] ?\d / \d+ ?(usd|eur|dollars|\$|euros?\b|€) / (usd|us\$) ?\d
mentions percentages # Quorums and levies have them too.
  1: \d+([.,]\d+)? ?%
mentions prices # Enquiries ask for prices; offers name them.
  1: prices? / pricing / cheap\w* / affordable / discount / packages? / flat fee / once off / coupon
  rates\? / promo / per month / (rates|prices|plans) start / from r ?\d / all in\b / i charge
  (use|promo) code / unlimited / competitive
mentions advertising # Newsletters carry advertisements.
  1: marketing / brands?\b / traffic / sales\b / revenue / campaign / audience / growth / advert / logo
  leads\b
mentions websites or software # Every association has a website.
  1: websites?\b / software / apps?\b / ai\b / platform / chatbot / wordpress / blog / domain / server
mentions trade # Most associations represent a trade.
  1: businesses / clients / customers / products / supplier / solutions / delivery / shipping / export
  orders?\b / catalog / manufacturer / factory / click (here|the link|on the)
mentions money # Treasurers write about little else.
  1: invest\w* / profit / loans? / cash / funds\b / funding / capital / bitcoin / crypto\w* / btc / forex
  casino
mentions accounts # Members sometimes cannot sign in.
  1: (your|my) (account|mailbox|card|bank) / log ?in / (secure|security) / (your )?(shipment|parcel)
  password
reads like bulk mail # Polite people write like this too.
  1: (great|lovely|wonderful|good) (day|week)! / having a (great|good) / greetings (of the day|!)
  (finds you|are doing) well / (hi|hello|respected|dear) sir / attention: / imagine / unsubscribe
  opt[ -]out / confidential / secret\b / discover / tired of / either way / previous message
  (hi|hello|hey|dear) (friend|dear|hun|owner|manager|valued|customer|client|user|purchasing|beloved)
uses !! or eye-catching symbols # Angry members use them as well.
  1: !! / 👉 / 🔥 / 💰 / ✅ / 🚀 / >> / 😂
`;

/** Phrases of people who need association management. These phrases are rare in spam. */
export const honestWordings = String.raw`
but mentions members # Sellers write 'your members'.
  -1: (?<!your )members?\b / membership\b(?! (organi|bod|sector)) / lede\b / amalungu / ditho
but mentions an association
  -1: (associations?|guilds?|institutes?|society|council|committee|bod(y|ies) corporate|hoa|trustees?)\b
  (chair(man|person)|treasurer|secretar(y|iat)|npos?|npc|vereniging|inhlangano|mokgatlo)\b
but mentions meetings or papers
  -1: (agms?|annual general|(the|our|your|of) minutes|minute book|congress(es)?|conferences?|delegates)\b
  (newsletter|certificates?|constitution|cpd|seminars?|webinars?|gala|golf day|agenda)\b
but mentions fees or accounts
  -1: (fees|(membership|annual|monthly|yearly|our|your|the|a) fee|levy|levies|auditors?)\b
  (the books|(our|your|the|an?) invoice|paid|(bank|financial|annual|a|the) statements?)\b / fee r ?\d
  (renewals?|receipts?|debit orders?)\b
but gives a date
  -1: (mon|tues|wednes|thurs|fri|satur|sun)days?\b / \d{1,2}(st|nd|rd|th)\b / \d\d?[:h]\d\d\b
  (january|february|march|april|june|july|august|september|october|november|december)\b
but asks for help
  -1: (we|i) (also |still |urgently )?(need|want|wish|require|should like|am looking|are looking)\b
  (we|i) would like (to (know|meet|have|ask|get|see|extend|renew|start)|a|your|some)\b
  (tell|help|assist|advise|inform|quote|phone|call) (me|us)\b
  (need|want|require|seek|looking for) an? (\w+ )?(administrator|secretar\w+|bookkeeper|treasurer)\b
but asks a question
  -1: (who|whom) (can|do|does|is|are|must|should|shall|may|handles|looks|pays|runs|to|at|will)\b
  where (can|do|does|is|are|must|should)\b / how (do|does|long|much|many|can|soon)\b
  what (do|would|does|is|are) (you|the|we|it)\b / (do|does|did) (you|the|it) (also|still|only)\b
  (is|are) (there|it|our|they|you (in|able|also))\b
but asks politely
  -1: (please|pls|asb|asseblief) (send|phone|call|advise|add|confirm|let|tell|post|may|can|could|have)\b
  (please|pls|kindly) (note|e-?mail|see|circulate|quote|change|assist|tell|check|help|remove)\b
  (can|could|would) (you|someone|somebody) (please|kindly|also|let|tell|help|send|explain|advise)\b
but mentions their own affairs
  -1: my (certificate|member|number|employer|money|invoice|permit|address|mother|father|daughter|son)
  our (address|invoice|website|site|fund|scheme|budget|office|statutes|rules|treasur|annual|members)
but reports a problem
  -1: (not|never|no) (yet )?(received|answer|reply|work|sent|paid|confirmation)\w*\b / outstanding\b
  (wrong|broken|complain\w*|mistake|bounce\w*|disput\w+|unacceptable|overcharged|refused)\b
but refers to earlier contact
  -1: (still|yet|last (year|month|week)|this year|next year)\b
  you (manage|look after|run|administer|represent|asked|sent|told|serve)\b
but warns of a scam # People who warn of a scam quote it.
  -1: (scams?|fraud\w*|fake|phishing|hoax)\b
`;
