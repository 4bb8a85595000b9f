/** What the model reads about a person who joins its call with the caller. */
export const PERSON_JOINED =
  'The person has answered, and is in the call with you and the caller from now on: all three hear each other. Introduce them.';
export const PERSON_LEFT = 'The person who had joined has left the call. You and the caller go on.';
