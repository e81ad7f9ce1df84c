import type { BankWords } from '../bank-words.ts'

export const en: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Simulator: no real bank, no real money',
  title: 'Confirm this payment',
  explanation:
    'Here the bank that issued your card would check that it’s you. In the sandbox, you choose what it finds out.',
  merchant: 'Store',
  amount: 'Amount',
  card: 'Card',
  cardEndingIn: 'ending in',
  complete: 'Complete authentication',
  fail: 'Fail authentication',
  cancel: 'Cancel',
  notFoundTitle: 'This page doesn’t exist',
  notFound: 'The address is incomplete or doesn’t belong to any payment in this sandbox.',
}
