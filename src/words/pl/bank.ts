import type { BankWords } from '../bank-words.ts'

export const pl: BankWords = {
  bank: 'Bank Sandbox',
  ribbon: 'Symulator: to nie jest prawdziwy bank ani prawdziwe pieniądze',
  title: 'Potwierdź tę płatność',
  explanation:
    'Tutaj bank, który wydał kartę, sprawdziłby, czy to Ty. W sandboxie wybierasz wynik.',
  merchant: 'Sklep',
  amount: 'Kwota',
  card: 'Karta',
  cardEndingIn: 'z końcówką',
  complete: 'Zakończ uwierzytelnianie',
  fail: 'Odrzuć uwierzytelnianie',
  cancel: 'Anuluj',
  notFoundTitle: 'Ta strona nie istnieje',
  notFound: 'Adres jest niepełny albo nie należy do żadnej płatności w tym sandboxie.',
}
