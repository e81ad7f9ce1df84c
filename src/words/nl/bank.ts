import type { BankWords } from '../bank-words.ts'

export const nl: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Simulator: geen echte bank, geen echt geld',
  title: 'Bevestig deze betaling',
  explanation:
    'Hier zou de bank die uw kaart heeft uitgegeven controleren of u het bent. In de sandbox kiest u het resultaat.',
  merchant: 'Winkel',
  amount: 'Bedrag',
  card: 'Kaart',
  cardEndingIn: 'eindigend op',
  complete: 'Verificatie voltooien',
  fail: 'Verificatie laten mislukken',
  cancel: 'Annuleren',
  notFoundTitle: 'Deze pagina bestaat niet',
  notFound: 'Het adres is onvolledig of hoort bij geen enkele betaling van deze sandbox.',
}
