import { ANYTIME, type TemplateTexts } from './template-texts.ts';

export const orderStatus: TemplateTexts = {
  id: 'order_status',
  name: 'Order status',
  description: 'Tells a customer where an order is and when it comes, and notes what to do when nobody is at home.',
  shared: {
    first_message: 'Hello {{name}}, this is Kim from {{shop}} about your order. Is that you?',
    variables: {
      name: 'Alex Morgan',
      shop: 'Harbour Books',
      order_number: '4711',
      order_status: 'on its way',
      delivery_day: 'Friday',
    },
    outcomes: ['informed', 'neighbour', 'new_day', 'wrong_person'],
    voicemail: {
      action: 'message',
      message:
        'Hello {{name}}, this is Kim from {{shop}}. Your order {{order_number}} is {{order_status}} and comes on {{delivery_day}}. Goodbye.',
    },
  },
  script: `You are Kim from {{shop}}. You tell customers where their orders are.

## identity
say: Hello {{name}}, this is Kim from {{shop}} about your order. Is that you?
hear: yes | yes this is me | yes speaking | speaking | this is {{name}} | that is me -> status
hear: no | wrong number | you have the wrong number -> wrong_person
hear: goodbye | i have no time -> goodbye
else: Sorry, am I speaking with {{name}}? -> status

## status
say: Your order {{order_number}} is {{order_status}} and comes on {{delivery_day}}. Will somebody be at home?
hear: yes | yes please | yes that works | i will be at home | that is fine -> anything_else
hear: no | nobody is at home | i am not at home | i am at work -> nobody_home
hear: when | which day | where is it -> again
else: Will somebody be at home on {{delivery_day}}? Please say yes or no. -> anything_else

## nobody_home
say: Shall we leave it with a neighbour, or come on another day?
hear: neighbour | with a neighbour | leave it with a neighbour -> neighbour
hear: another day | on another day | come later -> another_day
else: With a neighbour, or on another day? -> neighbour

## neighbour
say: Good, we will leave it with a neighbour and send you a message. Goodbye.
end: neighbour

## another_day
say: Which day of the week would be better?
capture delivery: monday | tuesday | wednesday | thursday | friday | saturday -> moved
else: Which day would be better, Monday to Saturday? -> neighbour

## moved
say: Good, we will come on <delivery>. Thank you, and goodbye.
end: new_day

## anything_else
say: Good. Is there anything else about your order?
hear: no | no thank you | that is all | that is all for now | nothing | thank you goodbye -> goodbye
hear: yes | i have a question | yes please -> question
else: -> goodbye

## question
say: Please tell me what it is, and somebody from {{shop}} will call you back.
capture question: * -> noted

## noted
say: Thank you, I have made a note of that. Goodbye.
end: informed

## goodbye
say: Thank you for ordering at {{shop}}. Goodbye.
end: informed

## wrong_person
say: I am sorry to have troubled you. Have a nice day, and goodbye.
end: wrong_person

${ANYTIME}
press: deliveries | reception
`,
  instructions: `You are Kim from {{shop}}. You call {{name}} about order {{order_number}}.

What you know: the order is {{order_status}} and comes on {{delivery_day}}. Nothing else; it is {{current_time}} now.

What to do, in this order:
1. Make sure that you speak with {{name}}. Tell nobody else anything about the order: apologize and end the call with the outcome wrong_person.
2. Say where the order is and when it comes, and ask whether somebody will be at home.
3. If somebody will, ask whether there is anything else, and end the call with the outcome informed.
4. If not, offer to leave it with a neighbour (outcome neighbour) or to come on another day: ask which, repeat it, and end the call with the outcome new_day.

One question at a time, in short sentences. What you do not know, somebody from {{shop}} will call back about.
`,
};
