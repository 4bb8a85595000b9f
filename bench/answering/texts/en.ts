import type { GreetingTexts } from '../greeting-texts.ts';

export const ENGLISH: GreetingTexts = {
  language: 'en-US',
  voice: 'en-us',
  names: ['Bob', 'Maria Lopez', 'the Johnsons', 'Dave', 'Jennifer Walsh', 'Sam'],
  companies: ['Miller and Sons', 'Bright Smile Dental', 'Oakwood Realty', 'City Plumbing', 'Northside Auto'],
  numbers: ['two zero two, five five five, zero one four seven', 'six one seven, five five five, zero one nine nine'],
  oneWord: ['Hello?', 'Hi.', 'Yeah?', 'Hello.', 'Yes?', 'Hey.', 'Good morning.', 'Who is this?'],
  withName: ['Hello, {name} speaking.', 'Hi, this is {name}.', '{name}.', 'Yes, this is {name}, who is calling?'],
  receptionist: [
    'Good morning, thank you for calling {company}, this is {name} speaking, how may I help you?',
    '{company}, {name} at the front desk. | What can I do for you today?',
    'Thanks for calling {company}, my name is {name}, how can I direct your call?',
    'Good afternoon, you have reached {company}, {name} speaking.',
  ],
  longPerson: [
    'Hello? Oh hang on, let me just turn down the television, I can hardly hear anything in here. | Okay, there we go, sorry about that. | Hello?',
    'Hi, is that you? I was just about to call you, I am stuck in traffic on the bridge and I will be about twenty minutes late, so please start without me.',
    'Yes, hello, I am in the car right now so the connection may be a bit bad, but go ahead, who is this and what is it about?',
  ],
  toOthers: [
    'No, put it over there, next to the window.',
    'Be quiet for a second, I am on the phone.',
    'I will be right with you.',
  ],
  replies: ['Yes, what is it about?', 'Okay.', 'Who are you calling for?'],
  personal: [
    "Hi, this is {name}. | I can't come to the phone right now, so please leave a message and I'll get back to you.",
    "You've reached {name}. | Leave your name and number after the beep.",
    "Hey, it's {name}. | I'm not around at the moment. | You know what to do.",
    'Hello, you have reached the voicemail of {name}. I am currently out of the office and will return on Monday.',
    'Hi there, {name} here. | Sorry I missed your call. | Text me, or leave me a message and I will call you back as soon as I can. Thanks, bye.',
    'This is {name}. I am either away from my desk or on the other line. Please leave a detailed message.',
    "Hello? | Ha ha, just kidding, I'm not here. | Leave a message.",
    "We can't take your call right now. | Please try again later, or leave your name, your number and a brief message.",
  ],
  carrier: [
    'Your call has been forwarded to an automatic voice message system. | {number} | is not available. | At the tone, please record your message.',
    'The person you are calling is not available. Please leave your message after the tone.',
    'The wireless customer you are calling is not available at this time. Please try your call again later.',
    'Please leave your message for | {number}. | When you are finished, hang up or press pound for more options.',
    'The number you have dialed has been disconnected or is no longer in service.',
  ],
  mailboxFull: [
    "I'm sorry, the mailbox is full and cannot accept any messages at this time. Goodbye.",
    'The person you are trying to reach has a voice mailbox that has not been set up yet. Please try again later.',
  ],
  closed: [
    'Thank you for calling {company}. Our office is currently closed. Our regular hours are Monday through Friday, nine a.m. to five p.m. Please call back during business hours.',
    'You have reached {company}. We are closed for the holidays and will reopen on January second. If this is an emergency, please hang up and dial nine one one.',
    'Thanks for calling {company}. All of us are helping other customers. Leave your name and number and we will return your call.',
  ],
  screening: [
    'Hi, the person you are calling is using a screening service. Go ahead and say your name and why you are calling.',
    'Please state your name and the reason for your call, and I will see if this person is available.',
  ],
  menu: [
    'Thank you for calling {company}. For sales, press one. For service, press two. For all other questions, press zero.',
    'Welcome to {company}. Please listen carefully, as our menu options have changed. To make an appointment, press one. For billing, press two.',
    'Hello, and welcome to {company}. If you know the extension, dial it now. To speak to a representative, say representative or press zero.',
  ],
};
