import type { BankWords } from '../bank-words.ts'

export const da: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Simulator: ingen rigtig bank, ingen rigtige penge',
  title: 'Bekræft betalingen',
  explanation:
    'Her ville banken, der udstedte dit kort, kontrollere, at det er dig. I sandboxen vælger du resultatet.',
  merchant: 'Butik',
  amount: 'Beløb',
  card: 'Kort',
  cardEndingIn: 'med slutcifre',
  complete: 'Gennemfør godkendelsen',
  fail: 'Afvis godkendelsen',
  cancel: 'Annuller',
  notFoundTitle: 'Siden findes ikke',
  notFound: 'Adressen er ufuldstændig eller hører ikke til nogen betaling i denne sandbox.',
}
