import type { SandboxWords } from '../sandbox-words.ts'

export const nb: SandboxWords = {
  banner: 'Sandbox. Ingen ekte penger flyttes her.',
  testValues: 'Testkort og test-e-poster',
  paid: 'betales',
  declined: 'avvises',
  insufficientFunds: 'for lav saldo',
  challenge: 'bekreftes hos banken',
  paidAtOnce: 'Pix eller boleto, betalt med en gang',
  expiresAtOnce: 'Pix eller boleto, utløpt med en gang',
  anyExpiryAndCode: 'En hvilken som helst framtidig utløpsdato og sikkerhetskode.',
}
