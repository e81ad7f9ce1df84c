import type { BankWords } from '../bank-words.ts'

export const sv: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Simulator: ingen riktig bank, inga riktiga pengar',
  title: 'Bekräfta betalningen',
  explanation:
    'Här skulle banken som gav ut ditt kort kontrollera att det är du. I sandboxen väljer du resultatet.',
  merchant: 'Butik',
  amount: 'Belopp',
  card: 'Kort',
  cardEndingIn: 'som slutar på',
  complete: 'Slutför autentiseringen',
  fail: 'Avvisa autentiseringen',
  cancel: 'Avbryt',
  notFoundTitle: 'Sidan finns inte',
  notFound: 'Adressen är ofullständig eller hör inte till någon betalning i den här sandboxen.',
}
