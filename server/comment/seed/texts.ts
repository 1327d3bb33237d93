/** What people write, on sites of different kinds. Everything is put together from it, so it is read aloud once. */

/** A page and what is said on it. */
export interface PageTexts {
  readonly slug: string;
  /** How much is written there, against the other pages. */
  readonly liveliness: number;
  readonly remarks: readonly string[];
}

/** A site and what is said on any of its pages. */
export interface SiteTexts {
  readonly remarks: readonly string[];
  readonly pages: readonly PageTexts[];
}

/** What people say anywhere. */
export const commonRemarks = [
  'Wonderful, thank you.',
  'Shared this with my sister, who needed it more than I did.',
  'This is why I still read sites like this one.',
  'The third paragraph answered a question I have carried around for years.',
  'Is there a version of this to print?',
  'Bookmarked, and for once I will come back.',
  'Not convinced by the last part, but the rest is gold.',
  'The photo at the top: is that yours?',
  'I did it exactly like this for ten years, and then somebody told me I was doing it wrong. I was not.',
  'More of this, please.',
  'A small correction: it is two words, not one.',
  'My father explained it the same way, with a matchbox and a pencil.',
  'Finally somebody says it.',
  'Where can I follow you?',
  'Reading this on a bus in the rain, and suddenly in a good mood.',
  'I laughed at the footnote.',
  'The link in the second line is broken for me.',
  'It took me three attempts, so do not give up after the first.',
  'Would love to see how it looks a year from now.',
  'I disagree, politely, and will write about it myself.',
  'Came for one detail, stayed for an hour.',
  'The comments here are as good as the text.',
  'Thank you for naming what went wrong too.',
  'Simple, clear, and it works. What else is there?',
] as const;

/** How a comment may begin. */
export const openers = [
  'Coming back to this a week later:',
  'Small thing, but',
  'For what it is worth,',
  'Late to this one, but',
] as const;

/** How a comment may end. */
export const closers = [
  'Thank you for writing it down.',
  'Has anybody else seen this?',
  'Happy to be told I am wrong.',
] as const;

export const replyTexts = [
  'Same here, glad it is not only me.',
  'Thank you, corrected above.',
  'That is a better explanation than mine.',
  'Could you say which one you used?',
  'Tried it yesterday and it worked at the second attempt.',
  'Not my experience, but I live much further north.',
  'I have been wondering about exactly this.',
  'Good point, I will add a note to the text.',
  'The old link is gone, there is a copy in the archive.',
  'Agreed, and it is cheaper as well.',
  'My grandmother swore by it.',
  'How long did it take you in the end?',
  'Two hours, most of it waiting.',
  'Only if the weather holds.',
  'I would not skip that step again.',
  'You are right, I had it backwards.',
  'It depends on the year, honestly.',
  'Please do, I would like to see it.',
  'There is a part two coming on Sunday.',
  'Noted, thank you for taking the time.',
  'Does that also hold for the smaller ones?',
  'It does, just halve everything.',
  'I asked the same question last spring and never got an answer.',
  'Then we agree more than it looked at first.',
] as const;

export const rewardMemos = [
  'for the clearest answer this week',
  'well spotted',
  'for the photos',
  'thank you for the detailed notes',
  'this saved my evening',
  'a coffee for your trouble',
] as const;

export const slowKitchen: SiteTexts = {
  remarks: [
    'a heavier pot made more difference than anything else I changed.',
    'the salt is right if you weigh it, and far too much if you use spoons.',
    'mine was done a good half hour earlier than the text says.',
    'the second day it was even better.',
    'halving the quantities works, the times stay the same.',
    'I would add the vinegar right at the end.',
    'gas ovens run hotter at the back, so turn it once.',
    'this is the first version of it that my children ate without asking questions.',
    'I made it three times before I dared to write.',
    'the smell alone is worth the wait.',
    'a lid that does not quite close turned out to be an advantage.',
    'our altitude adds about ten minutes to everything.',
  ],
  pages: [
    {
      slug: 'recipes/rye-bread-without-kneading',
      liveliness: 5,
      remarks: [
        'Which flour do you use? With wholemeal rye mine stays wet in the middle.',
        'Eighteen hours in a cold kitchen, twelve in summer. The dough tells you.',
        'A pinch of caraway, ground, and it tastes like the bakery of my childhood.',
        'The crust only got crisp once I left the lid off for the last ten minutes.',
        'My starter was three weeks old and it rose just fine.',
        'Twenty-four hours was too long. It had a life of its own.',
        'A banneton is nice, a colander with a towel does the same.',
        'Mine sticks to the pot. Semolina or baking paper?',
        'Cut it on the second day. I know. But do.',
      ],
    },
    {
      slug: 'recipes/white-beans-in-tomato',
      liveliness: 2,
      remarks: [
        'Soaking overnight is not optional with last year\u2019s beans. I learned it the hard way.',
        'Tinned tomatoes in March, fresh ones from July. Otherwise no difference.',
        'A bay leaf and the rind of an old cheese, and you need no stock at all.',
        'Does it freeze well? I made enough for a small army.',
      ],
    },
    {
      slug: 'recipes/preserved-lemons',
      liveliness: 1,
      remarks: [
        'Four weeks minimum. At two they are just salty lemons.',
        'A little mould on top of one jar: is the rest still good?',
        'I keep the brine for dressings, a teaspoon is enough.',
        'Unwaxed ones are hard to find here outside of winter.',
      ],
    },
    {
      slug: 'notes/knives-and-how-to-keep-them',
      liveliness: 2,
      remarks: [
        'One good knife and a whetstone. Everything else in the drawer is decoration.',
        'The angle guide felt like cheating, but my edges are finally even.',
        'Never the dishwasher. I say it every week and nobody in this house listens.',
        'What grit would you start with for a knife that was neglected for years?',
      ],
    },
  ],
};

export const harborSignals: SiteTexts = {
  remarks: [
    'the antenna matters more than the radio, every single time.',
    'coverage behind the breakwater is poor whatever you use.',
    'check the fuse first, it was the fuse for me three times out of four.',
    'the printed chart is two years older than the digital one, so mind the new buoy.',
    'the harbor master here answers on channel 12, not 16.',
    'salt gets into every connector that is not sealed twice.',
    'I logged it for a month and the pattern is clear: mornings are quiet, evenings are not.',
    'a cheap receiver is enough to listen, you need the licence only to talk.',
    'the fuel berth closes at six, whatever the sign says.',
    'there is a leading light now, it is just not on every chart.',
    'two of the visitor moorings are reserved in August.',
    'ask at the club, they keep a folder with all of this.',
  ],
  pages: [
    {
      slug: 'guides/first-vhf-set',
      liveliness: 3,
      remarks: [
        'Handheld first, fixed set later. You will want the handheld in the dinghy anyway.',
        'Floating ones are worth the extra twenty. Ask me how I know.',
        'The short course took one weekend and the exam was fair.',
        'Is the five watt setting really legal inside the harbor?',
      ],
    },
    {
      slug: 'guides/reading-tide-tables',
      liveliness: 2,
      remarks: [
        'The rule of twelfths finally makes sense to me, the drawing did it.',
        'Remember summer time. The tables do not.',
        'Neaps last week left us forty centimetres under the keel, exactly as calculated.',
        'Which secondary port do you use for the river mouth?',
      ],
    },
    {
      slug: 'log/the-gale',
      liveliness: 4,
      remarks: [
        'We recorded 47 knots at the club before the anemometer gave up.',
        'Two moorings broke at the eastern pontoon, both with chafed lines.',
        'Thanks to everybody who came out at four in the morning to double the lines.',
        'The forecast had it twelve hours later. I stopped trusting the app.',
        'Our neighbour\u2019s tender is still missing: grey, 2.4 metres, no name.',
        'Found: one blue fender and half an oar, at the slipway.',
        'The barometer fell eleven points in three hours. I have it on paper.',
      ],
    },
    {
      slug: 'log/lighthouse-open-day',
      liveliness: 1,
      remarks: [
        '112 steps, and the view is worth each of them.',
        'The keeper let the children wind the old clockwork. They talk of nothing else.',
        'Will there be another date in September?',
        'I did not know the lens came by sea from Brittany.',
      ],
    },
  ],
};

export const nightTrains: SiteTexts = {
  remarks: [
    'the couchette is fine if you bring your own pillow.',
    'book on the day the sale opens, afterwards it is gone.',
    'we were forty minutes late and nobody minded, because breakfast had started.',
    'the carriage next to the locomotive is the loud one.',
    'bicycles go free, but only with a reservation for them.',
    'the connection is guaranteed on one ticket and a gamble on two.',
    'bring cash for the tea.',
    'the website fails at the payment step in one browser and works in another.',
    'the conductor woke us twenty minutes before our stop, as promised.',
    'earplugs, an eye mask, and you sleep through the border.',
    'the summer service has two more carriages and is still full.',
    'a friend at the ticket office says the waiting list is real.',
  ],
  pages: [
    {
      slug: 'routes/hamburg-to-stockholm',
      liveliness: 4,
      remarks: [
        'Waking up on the bridge is the whole reason to take it.',
        'Passport check at about half past ten, they do knock.',
        'Three in a compartment of six, in July. I had expected worse.',
        'Does the dining car open before the border?',
        'Arrived to the minute, which made the missed tram afterwards all the funnier.',
        'We had the sitting carriage. Never again, but what a sunrise.',
        'The platform changed at the last moment, listen for the announcement.',
      ],
    },
    {
      slug: 'routes/vienna-to-venice',
      liveliness: 2,
      remarks: [
        'The mountains come at dawn if you are on the left-hand side.',
        'They split the train in the night, so check twice that you are in the right half.',
        'The last twenty minutes across the lagoon are worth an early alarm.',
        'Is the deluxe compartment worth it for one person?',
      ],
    },
    {
      slug: 'tips/travelling-with-children',
      liveliness: 2,
      remarks: [
        'The upper bunk is an adventure until about midnight.',
        'A compartment of your own costs less than two seats in the morning train.',
        'Ours slept better than in any hotel.',
        'Bring a torch. The reading lamp wakes everybody.',
      ],
    },
    {
      slug: 'news/winter-timetable',
      liveliness: 1,
      remarks: [
        'So the Zagreb carriages are back. I had given up hope.',
        'One hour later from the south, which means I can finally finish dinner.',
        'No word about the northern line, or did I miss it?',
        'The PDF says 21:14, the search says 21:41. Which one is it?',
      ],
    },
  ],
};

export const paperAndType: SiteTexts = {
  remarks: [
    'dampened paper takes half the ink and looks twice as black.',
    'a light touch, the deep bite is a fashion and ruins the type.',
    'measure the forme before you lock it, not after.',
    'the caps need hair spaces, the lowercase never does.',
    'I found a full case of it at an auction for less than the postage.',
    'rubber rollers swell in summer, mine did last week.',
    'wash up with vegetable oil first, then very little white spirit.',
    'proof on cheap stock until you are bored of it.',
    'a loupe is the best money I ever spent.',
    'the museum lends its small press to schools, for free.',
    'sort the quads first, future you will be grateful.',
    'oil the rails, then wipe the oil off again.',
  ],
  pages: [
    {
      slug: 'articles/first-proof-press',
      liveliness: 2,
      remarks: [
        'Mine weighs 90 kilograms. Nobody tells you about the stairs.',
        'The bearers were worn by half a millimetre, a strip of brass fixed it.',
        'A kitchen table will not do. I tried.',
        'Where do you get new packing for it?',
      ],
    },
    {
      slug: 'articles/choosing-a-text-face',
      liveliness: 2,
      remarks: [
        'Set the same paragraph three times and leave it on the wall for a week.',
        'The italic decides it. The roman always looks good.',
        'Ten point on twelve, and give it margins.',
        'What would you take for a book of recipes with many fractions?',
      ],
    },
    {
      slug: 'articles/marbled-endpapers',
      liveliness: 1,
      remarks: [
        'Carrageen, one night in the fridge, and the size is perfect.',
        'Alum the paper or it all washes off again. Guess how I found out.',
        'Yours look like river stones. Mine look like an accident.',
        'Is gouache any good for it, or only proper marbling ink?',
      ],
    },
  ],
};

export const orchardNotes: SiteTexts = {
  remarks: [
    'the old trees on the north side came through it best.',
    'we had almost nothing last year and cannot keep up this year.',
    'a net with a fine mesh, put up early, saved most of ours.',
    'the soil here is heavy, so take that with a grain of salt.',
    'the blackbirds got the top third, which seems a fair rent.',
    'cut less than you think, then go and have lunch, then cut again.',
    'grass under the trees until May, and then mulch.',
    'the neighbour keeps bees, and I am sure it shows.',
    'in our village they share one press, and the queue is half the fun.',
    'a ladder with three legs, nothing else on a slope.',
    'wood ash in February, a handful for each tree.',
    'we lost two to canker and planted three.',
  ],
  pages: [
    {
      slug: 'posts/wasps-in-the-plums',
      liveliness: 2,
      remarks: [
        'Picking a day before they are quite ripe is the only thing that works for me.',
        'Bottles with a little beer in them, hung well away from the tree.',
        'They go for the ones with a crack, so watering evenly helps.',
        'Is there an early variety that is over before they come?',
      ],
    },
    {
      slug: 'posts/summer-pruning',
      liveliness: 2,
      remarks: [
        'Water shoots by hand while they are soft. No blade, no wound.',
        'I did the cherry right after the harvest and it never looked back.',
        'How much can I take off an old apple that nobody touched for ten years?',
        'The drawing of the three cuts is the best one I have seen.',
      ],
    },
    {
      slug: 'posts/quince-in-bloom',
      liveliness: 1,
      remarks: [
        'The scent in the evening, from across the garden.',
        'A single late frost and that was that, for us.',
        'Does it need a second one nearby?',
        'I planted mine because of this site. Four leaves so far.',
      ],
    },
  ],
};
