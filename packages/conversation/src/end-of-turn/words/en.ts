import { syntaxFeatures } from '../english/syntax.ts';
import type { TurnWords } from '../turn-words.ts';

export const ENGLISH_WORDS: TurnWords = {
  classes: {
    conjunction:
      'and, or, but, plus, nor, and then, or maybe, and also, but also, as well as, either, both, neither, versus, slash',
    subordinator:
      'because, since, if, unless, when, while, although, though, whether, that, who, which, whose, where, until, till, before, after, so that, in case, as soon as, even though, as long as, the one that, cause, cuz, than, as, like, how, why',
    preposition:
      'of, with, from, for, at, by, about, without, between, into, onto, regarding, concerning, via, per, against, during, toward, towards, through, under, because of, instead of, such as, next to, close to, in front of, out of, kind of, sort of, lots of, a lot of, a couple of, a few, a bit of, one of, some of, all of, most of, due to, to, going to, want to, need to, able to, trying to, used to, supposed to, have to, got to, gonna, wanna, gotta, like to, love to, down to, in order to, to be, to get, to the, for the, in the, on the, at the, with the, of the, from the, and the, in my, for my, on my, with my, of my, at my, to my',
    particle:
      'on, in, up, off, out, down, over, back, around, along, across, behind, inside, outside, near, by then, above, below',
    determiner:
      "the, a, an, my, your, his, her, our, their, its, this, these, those, some, any, every, each, another, no, which, what's the, is the, is my, is a, that's a, it's a, it's the, that's the, it's my, that's my, there's a, there is a",
    auxiliary:
      "is, are, am, was, were, be, been, being, has, had, having, will, would, can, could, should, may, might, must, shall, do, does, did, isn't, aren't, wasn't, don't, doesn't, didn't, can't, couldn't, won't, wouldn't, shouldn't, haven't, hasn't, i'm, it's, that's, he's, she's, we're, they're, you're, there's, what's, who's, where's, i've, we've, they've, you've, i'd, we'd, he'd, she'd, they'd, i'll, we'll, he'll, she'll, they'll, you'll, it'll, let's, here's, name's, number's, it is, that is, there is, there are, i am, i was, i have, i had, i can, i could, i would, i will, we are, we have, do you, are you, can you, could you, would you, can i, could i, may i, should i, is it, is there, are there, is this, is that, did you, will you, have you, i can't, i don't, i didn't, i haven't, i couldn't, i won't, it was, it doesn't, it didn't, is not, are not, am not",
    subject:
      'i, we, he, she, they, and i, but i, so i, because i, if i, when i, that i, if you, if we, and we, and he, and she, and they, and it, but it, but the, and my, and the, because the, because my, if the, when the, how i, what i, where i, so we, but we, or if, and if, but if, and that, and when, because it, because we, if it, if he, if she, what you, how you, whether you, if i could, if you could, if there',
    object:
      'me, it, him, them, us, one, ones, mine, yours, hers, ours, theirs, myself, yourself, himself, that one, this one, everything, something, anything, nothing, everyone, someone, somebody, there, here, all of it, about it, for it, with it, of it, to it, for me, with me, to me, for us, to us, for you, with you, to you, both of them, all of them, one of them, about that, for that, with that, of that, like that, to that, on that, do that, that too',
    transitive:
      "want, need, have, get, got, make, take, give, put, find, book, buy, order, change, cancel, reschedule, check, pay, send, bring, use, see, know, think, say, said, tell, told, ask, asking, asked, wanted, needed, wanting, looking, calling, wondering, trying, having, getting, making, taking, i want, i need, i'd like, we'd like, i would like, would like, i think, i guess, i believe, i mean, you know, i'd love, we need, we want, i was wondering, i was thinking, i'm calling, i'm looking, i thought, i wonder, i hope, i'm not sure, let me, could you, called, live at, come, hear, talk, speak, mention, add, remove, move, set, became, seems, feels, looks, sounds, spelled, including, starting, except, let me see, let me check, let me think, hold on, one second, one moment, give me a second, just a second, wait, hang on, received, receive, receiving, return, returning, returned, dispute, block, reset, raise, raised, exchange, extend, renew, confirm, confirming, lost, lose, owe, owes, stole, broke, break, hit, bit, caused, cause, contains, contain, covers, cover, covered by, charge, charged, charges, carry, carried, catch, caught, chose, choose, close, closing, collect, compare, complete, connect, consider, create, damaged, deliver, deliver to, deserve, describe, discuss, drop, drops, enter, entered, enjoy, enjoyed, expect, expected, explain, explained, express, fill out, filled out, fill in, fix, fixed, forward, forget, gave, given, giving, handle, hate, heard, hire, hold, includes, include, install, installed, invite, invited, join, keep, keeps, kept, kill, know if, know what, know when, know how, know where, learn, leave, leaving, let, lets, lift, lived in, live in, lives in, love, lower, made, make sure, managed to, meet, meeting, mentioned, missed, miss, need a, noticed, notice, offer, offers, offered, opened, own, owns, paid for, pay for, pick, place, placed, post, posted, prefer, prepare, print, promised, protect, prove, provide, provides, pull, purchase, purchased, push, pushed, raise the, reach, reached, read, realize, recognize, recommend, recommended, record, refused, refuse, register, rent, renting, repair, repeat, replace, replaced, report, request, requested, require, requires, reserve, reserved, saw, seen, seeing, sell, selling, sold, sent, sending, sends, serve, share, showed, shows, sign up for, signed, solve, spend, spent, start to, store, submit, submitted, suggest, suggested, supply, swallowed, switch, taken, takes, taste, teach, test, thank, threw, throw, took, touch, track, transfer, transferred, treat, tried, tries, trust, turn on, turned on, upgrade, uses, using, verify, visit, visited, wants, watch, wear, wearing, win, withdraw, withdrew, wrote, write, scratched, blocking, picked, pressing, press, pressed, makes, become, becomes, turned into, believe, guess, hope, wish, remember the, forgot the, suppose, supposed, wonder, wondering if, says, said that, told that, asking for, asked for, ask for, look for, looks like, look like, sounds like, feels like, seems like, smells like, taste like, interested in, interested, allergic, allergic to, worried about, happy with, responsible for, part of, type of, number of, amount of, rest of, end of, member of, because i'm, afraid, sure if, sure that, hoping, thinking of, thinking about, complain about, talk about, heard about, pay the, used the, live on, live with, work for, work in, work at, depends on, come with, comes with, deal with, speak with, talk with, help with, start with, problem with, trouble with, filled, owed, hurts my, bring the, keep the, get the",
    modifier:
      'very, really, quite, pretty, too, so, just, only, about, around, another, other, more, most, less, approximately, roughly, maybe, probably, perhaps, nearly, almost, exactly, especially, at least, at most, up to, like a, kind of a, not, not very, never, always, usually, currently, already, still, also, even, actually, basically, literally, first, second, last, next, new, big, small, large, little, good, long, same, whole, few, several, many, much, half, old, different, double, medium, extra, full, regular, local, main, specific, certain, following, north, south, east, west, saint, mister, mrs, miss, doctor, mr, dr, ms',
    filler:
      "um, uh, er, erm, hmm, hm, uhm, mm, ah, eh, you know, i mean, like, let's see, what was it, how do i say, what's it called",
    interrogative:
      'what, who, when, where, why, how, how much, how many, which, what time, how long, how about, what about, what kind, what kind of, which one',
    closing:
      'please, thanks, thank you, today, tomorrow, tonight, yesterday, now, right now, later, soon, again, already, anymore, any more, anyway, too, as well, either, instead, then, yet, ever, though, okay, ok, right, correct, bye, goodbye, only, ago, alone, together, first, asap, right away, at all, for now, so far, or something, or not, or so, if possible, if you can, for sure, of course, very much, so much, a lot, a bit, a little, for a while, this week, next week, last week, this month, next month, last month, this year, next year, last year, last night, this morning, this afternoon, this evening, weekend, the weekend, at home, at work, online, possible, available, fine, great, perfect, good, works, work, working, is fine, is good, is it, is that, all right, alright, sure, enough, hello, hi, help, that works, sounds good, that is, that it is, i am, i do, i did, it does, it did, i will, you are, you can, you do, that one please, wrong, correctly, problem, question',
    opening:
      "well, so, actually, yes, yeah, no, okay so, well actually, yeah so, yes so, no but, yes but, yeah but, oh, hi, hey, alright so, okay, sorry, look, listen, anyway, first, honestly, yes i, no i, yeah i, no it's, yes it's, yeah it's",
    time: 'monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, march, april, may, june, july, august, september, october, november, december, morning, afternoon, evening, night, noon, midnight, am, pm, oclock, first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth, fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth, thirtieth, thirty first',
    unit: "dollars, bucks, cents, euros, pounds, percent, kilos, miles, inches, feet, people, persons, adults, children, kids, nights, days, weeks, months, years, hours, minutes, times, o'clock, years old, old, each, of us, of them, degrees, rooms, tickets, street, road, avenue, drive, lane, court, boulevard",
  },
  asked: {
    phone:
      'my number, my cell, the number is, phone number, telephone number, mobile number, cell number, callback number, number to reach, number can i, number we can, best number, contact number, reach you at, call you back, your number',
    spelling: 'spell, spelling, spelled',
    email: 'email, e mail, mail address',
    code: 'account number, order number, reference, policy number, member number, membership, customer number, booking number, confirmation, tracking number, invoice number, serial number, security code, the code, code is, ends in, ends with, ending in, last four, last digits, pin, passcode, case number, social security, license plate, extension, iban',
    card: 'card number, credit card number',
    birth: 'date of birth, born, birthday, birth date',
    postcode: 'zip, zip code, postal code, postcode, post code',
    when: 'when, what time, what day, which day, what date, which date, how soon, appointment for, day works, time works',
    amount: 'how many, how much, how old, how long, how often, how big, what size, party of, price, budget, how far',
    name: "your name, full name, first name, last name, surname, who am i speaking, who is calling, who's calling, whose name, name please, the name, speaking with, the patient's name",
    address: 'address, where do you live, where are you, which street, which city, deliver, pick you up, where should',
  },
  asksYesNo: '',
  yesNo:
    "yes, yeah, yep, yup, no, nope, nah, sure, correct, right, absolutely, definitely, of course, okay, ok, not really, not yet, i do, i don't, i am, i'm not, i have, i haven't, it is, it isn't, that's right, that's correct, exactly, please, certainly, fine, go ahead, no problem, uh huh, mhm, alright, i think so, i guess so, maybe, probably, perfect, sounds good, that works",
  or: 'or',
  digits: 'zero, oh, one, two, three, four, five, six, seven, eight, nine',
  tens: 'twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety',
  twice: 'double',
  thrice: 'triple',
  at: 'at',
  dot: 'dot',
  conditions:
    'if, when, once, unless, while, since, because, although, as soon as, even if, in case, whenever, before, after, even though, every time, the last time, the first time',
  postcodeDigits: 5,
  localDigits: 7,
  fourDigits: 'ends in, ends with, ending in, last four, last digits, pin, pin code, pin is',
  syntax: syntaxFeatures,
};
