import type { NoScriptWords } from '../no-script-words.ts'

export const en: NoScriptWords = {
  cardTitle: 'A card needs JavaScript',
  cardText:
    'Your card is encrypted in your browser before it is sent, and only JavaScript can do that. Turn it on and load this page again.',
  checkNow: 'Check now',
  payBy: 'Pay by',
  waiting: 'Waiting for your payment. This page looks for it by itself.',
  staleTitle: 'Please press the button again',
  staleText: 'The form was open for too long, or your browser does not keep cookies.',
}
