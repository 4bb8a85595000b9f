/** What the agent talks about: statements that are all different, so that the sound tells which one it is. */
export const STATEMENTS: readonly string[] = [
  'We have three rooms left for that week, and the first one looks out at the garden.',
  'The second room is larger, but it is above the kitchen, so it can be noisy in the morning.',
  'Breakfast is served from seven until ten in the small hall next to the front desk.',
  'Parking costs nine dollars for each night, and you can charge an electric car there.',
  'Our technicians come between eight and noon, and they call you before they arrive.',
  'The repair itself takes about two hours, unless a part has to be ordered first.',
  'You can change the date up to one day before without paying anything extra.',
  'The basic plan includes one visit a year and a telephone line for questions.',
  'With the larger plan you also get spare parts and a replacement while we work.',
  'Most of our customers choose the longer contract because it is cheaper in the end.',
  'The office is on the fourth floor, and the elevator is behind the coffee shop.',
  'Please bring a passport or another document that shows your current address.',
  'The doctor has time on Tuesday afternoon, and also early on Thursday morning.',
  'Before the examination you should not eat for six hours, but water is fine.',
  'The results usually come back within four days, and we send them by letter.',
  'Your order left our warehouse yesterday evening and should reach you on Friday.',
  'If nobody is at home, the driver leaves the parcel with one of the neighbours.',
  'You may return anything within thirty days as long as the box is not damaged.',
  'The refund goes to the same card, and it takes up to five working days.',
  'Our museum is open every day except Monday, and the tower closes at sunset.',
  'Guided tours start each hour, and children below twelve do not pay for them.',
  'The boat leaves from the old harbour, right behind the yellow market building.',
  'On the way there you will see two lighthouses and, with some luck, dolphins.',
  'The course begins in October and runs for ten weeks, always in the evening.',
  'Every lesson is recorded, so that you can watch again what you have missed.',
  'At the end there is a short exam, and everyone who passes gets a certificate.',
  'The apartment has a balcony facing south and a cellar that stays dry in winter.',
  'Heating and water are included in the rent, electricity is paid separately.',
  'The landlord prefers tenants who stay for several years and do not smoke.',
  'For the insurance we need the age of the building and the size of the roof.',
  'Damage by storms is covered, but floods are only part of the premium version.',
  'The new telephone works with your old number, which moves over in one night.',
];

/** Behind a short statement: the caller has the floor. */
export const QUESTIONS: readonly string[] = [
  'Would you like me to book that for you?',
  'Is that the right address?',
  'Does that sound good to you?',
  'Shall I send you the details?',
  'Are you the owner of the account?',
  'Can I help you with anything else?',
];

export const GREETING = 'Hello, this is Ann from Example Services.';

/** What replies begin with, as often as each does in written dialogues of a customer and an agent (docs/turn-taking.md). */
export const OPENERS: readonly string[] = [
  ...['Okay,', 'Okay,', 'Okay,', 'Okay,', 'Okay,', 'Okay,', 'Okay.', 'Okay.', 'Okay.'],
  ...['Great,', 'Great.', 'Sure,', 'Sure.', 'Alright,', 'Of course.'],
];
