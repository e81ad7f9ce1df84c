import type { BankWords } from '../bank-words.ts'

export const de: BankWords = {
  bank: 'Sandbox-Bank',
  ribbon: 'Simulator: keine echte Bank, kein echtes Geld',
  title: 'Bestätigen Sie diese Zahlung',
  explanation:
    'Hier würde die Bank, die Ihre Karte ausgegeben hat, prüfen, ob Sie es sind. In der Sandbox wählen Sie das Ergebnis.',
  merchant: 'Shop',
  amount: 'Betrag',
  card: 'Karte',
  cardEndingIn: 'endet auf',
  complete: 'Authentifizierung abschließen',
  fail: 'Authentifizierung ablehnen',
  cancel: 'Abbrechen',
  notFoundTitle: 'Diese Seite gibt es nicht',
  notFound: 'Die Adresse ist unvollständig oder gehört zu keiner Zahlung dieser Sandbox.',
}
