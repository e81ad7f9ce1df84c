import type { PlainWords } from '../plain-words.ts'

export const en: PlainWords = {
  home: 'A shop sends you here when you pay. There is nothing to see without an order.',
  formTitle: 'This form was not accepted',
  formText: 'Go back, load the page of your order again, and press the button there.',
  cardTitle: 'Please try again',
  cardText: 'Cards cannot be taken right now. Try again in a moment, or pay in another way.',
  busyTitle: 'Very many people are here right now',
  busyText:
    'Your order waits for you. Keep this page open: it loads again by itself in a few seconds.',
}
