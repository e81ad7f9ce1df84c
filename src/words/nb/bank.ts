import type { BankWords } from '../bank-words.ts'

export const nb: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Simulator: ingen ekte bank, ingen ekte penger',
  title: 'Bekreft betalingen',
  explanation:
    'Her ville banken som utstedte kortet ditt, kontrollert at det er deg. I sandboxen velger du resultatet.',
  merchant: 'Butikk',
  amount: 'Beløp',
  card: 'Kort',
  cardEndingIn: 'som slutter på',
  complete: 'Fullfør autentiseringen',
  fail: 'Avvis autentiseringen',
  cancel: 'Avbryt',
  notFoundTitle: 'Siden finnes ikke',
  notFound: 'Adressen er ufullstendig eller hører ikke til noen betaling i denne sandboxen.',
}
