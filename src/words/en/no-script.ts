import type { NoScriptWords } from '../no-script-words.ts'

export const en: NoScriptWords = {
  cardTitle: 'Cards need JavaScript',
  cardText:
    'Your card is encrypted in your browser before it’s sent, and only JavaScript can do that. Turn it on and reload this page.',
  checkNow: 'Check now',
  payBy: 'Pay by',
  waiting: 'Waiting for your payment. This page checks by itself.',
  staleTitle: 'Please try again',
  staleText: 'The form was open too long, or your browser doesn’t keep cookies.',
}
