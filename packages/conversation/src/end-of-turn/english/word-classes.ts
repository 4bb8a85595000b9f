/** Function words of English, and adjectives, by what they do in a sentence. */
export const FUNCTION_WORDS = {
  determiner:
    'the a an my your our their its every each another no whose this that these those some any all both either neither his her many much several few',
  /** Stand alone as well as before a noun. */
  pointer: 'this that these those some any all both either neither his her many much several few each another',
  preposition:
    'of with from for at by about without between into onto regarding concerning via per against during toward towards through under beside besides despite except beyond among until till since before after behind above below near inside outside across along around off over past up down on in to than as like within throughout upon onto opposite',
  /** End a verb as well: "come in". */
  particle:
    'on in up off out down over back around along across by through away inside outside before after since near behind above below past together apart forward ahead',
  to: 'to gonna wanna gotta',
  modal: "can could will would should shall may might must can't cannot couldn't won't wouldn't shouldn't mustn't",
  doing: "do does did don't doesn't didn't",
  having: "have has had haven't hasn't hadn't",
  being: "is are am was were be been being isn't aren't wasn't weren't ain't",
  subject: "i we he she they it you who's there",
  object:
    'me him them us it you mine yours hers ours theirs myself yourself himself herself itself ourselves themselves something anything nothing everything someone anyone everyone somebody anybody nobody everybody one ones here there',
  /** Subject and verb in one. */
  subjectBeing:
    "i'm we're you're they're it's that's he's she's there's here's who's what's where's how's when's name's this's",
  subjectModal:
    "i'd we'd you'd he'd she'd they'd i'll we'll you'll he'll she'll they'll it'll that'll it'd let's lets there'll",
  subjectHaving: "i've we've you've they've",
  coordinator: 'and or but nor plus versus minus slash',
  subordinator:
    'because if when while although though whether unless once whenever wherever whereas cuz cause so that since until before after as than',
  question: 'what who where when why how which whom',
  degree:
    'very really quite pretty too so just only almost nearly rather fairly extremely more most less least exactly approximately roughly about even still also maybe probably perhaps possibly actually basically literally especially particularly usually always never often sometimes currently recently finally simply already definitely certainly apparently obviously not',
  final:
    'today tomorrow tonight yesterday now later soon again already anymore anyway too either instead then yet ever please thanks ago alone together first asap once twice weekly daily monthly yearly online abroad everywhere somewhere anywhere nowhere home downstairs upstairs overnight quickly immediately automatically properly correctly well early late fast directly personally separately completely recently right okay ok sometimes downtown outside inside straight though badly regularly lately nearby halfway tonight afterwards beforehand',
  filler: 'um uh er erm hmm hm uhm mm ah eh oh',
  opening:
    'well so yes yeah yep no nope okay ok hi hello hey sorry alright sure listen look thanks right oh actually anyway great good perfect honestly and but',
  time: 'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december morning afternoon evening night noon midnight week month year weekend day hour minute spring summer autumn winter am pm today tomorrow',
  number:
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million half dozen couple',
} as const;

/** They end a sentence behind "is", and want a noun behind "the". */
export const ADJECTIVES =
  'open free available closed ready possible included fine busy broken wrong big small large little long short high low hot cold warm cool full empty new old young good bad better best worse worst nice great cheap cheaper expensive early earlier late later fast faster slow slower easy easier hard harder difficult simple safe dangerous clean dirty dry wet heavy light dark bright loud quiet soft thick thin wide narrow deep tall strong weak sick ill healthy tired hungry thirsty sore dizzy pregnant allergic asleep awake alive dead happy sad angry upset sorry afraid scared worried confused frustrated disappointed satisfied pleased glad excited interested bored embarrassed nervous lucky sure certain clear unclear correct incorrect right true false real different similar special specific certain main important urgent necessary required optional extra additional separate single double married divorced retired unemployed self-employed local foreign national international public private personal official legal illegal medical dental electric electrical digital mobile online automatic manual annual monthly weekly daily yearly regular normal usual unusual strange weird funny serious severe mild minor major final initial original previous next last first second third fourth current recent past future present temporary permanent whole half complete incomplete partial total whole blue red green yellow black white brown grey gray orange purple pink silver golden beige navy round square flat straight empty crowded comfortable uncomfortable suitable reasonable fair unfair rude polite friendly helpful useful useless perfect terrible horrible awful wonderful amazing excellent beautiful ugly lovely delicious spicy sweet sour salty bitter fresh rotten raw cooked frozen vegetarian vegan gluten-free organic medium visible invisible responsible eligible valid invalid expired outdated overdue due refundable non-refundable reachable missing damaged lost stolen locked unlocked stuck loose tight swollen bruised bleeding infected painful blocked faulty defective cracked scratched leaking noisy smelly rusty worth willing able unable present absent nearby close far near online offline unavailable occupied vacant furnished unfurnished spacious cosy modern front rear left upper lower upstairs downstairs inner outer northern southern eastern western american english french german spanish italian chinese indian mexican british canadian bigger larger smaller higher lower longer shorter older younger newer nicer cleaner closer nearest cheapest fastest largest biggest smallest latest oldest newest earliest other own such spare used brand-new secondhand favorite favourite entire complete various several welcome unhappy unsure unfamiliar aware unaware familiar typical likely unlikely accurate inaccurate slight huge tiny giant plain enough kind serious okay alright allowed supposed broke drunk sober deaf blind bald';
