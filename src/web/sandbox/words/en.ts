import type { SandboxWords } from '../sandbox-words.ts'

export const en: SandboxWords = {
  banner: 'Sandbox. No real money moves here.',
  testValues: 'Test cards and e-mails',
  paid: 'paid',
  declined: 'declined',
  insufficientFunds: 'not enough balance',
  challenge: 'confirmed with the bank',
  paidAtOnce: 'Pix or boleto, paid at once',
  expiresAtOnce: 'Pix or boleto, expired at once',
  anyExpiryAndCode: 'Any expiry date to come, any security code.',
}
