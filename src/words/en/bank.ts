import type { BankWords } from '../bank-words.ts'

export const en: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Simulator: no real bank, no real money',
  title: 'Confirm this payment',
  explanation:
    'Here the bank that issued your card would ask whether it is you. In the sandbox you choose what it finds out.',
  merchant: 'Store',
  amount: 'Amount',
  card: 'Card',
  cardEndingIn: 'ending in',
  complete: 'Complete authentication',
  fail: 'Fail authentication',
  cancel: 'Cancel',
  notFoundTitle: 'This page does not exist',
  notFound: 'The address is not complete, or belongs to no payment of this sandbox.',
}
