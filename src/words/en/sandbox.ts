import type { SandboxWords } from '../sandbox-words.ts'

export const en: SandboxWords = {
  banner: 'Sandbox. No real money moves here.',
  testValues: 'Test cards and e-mails',
  paid: 'paid',
  declined: 'declined',
  insufficientFunds: 'not enough balance',
  challenge: 'confirmed with the bank',
  processing: '“processing” first, then paid',
  noAnswer: 'the bank does not answer: “checking”, then paid',
  paidAtOnce: 'Pix or boleto, paid at once',
  expiresAtOnce: 'Pix or boleto, expired at once',
  neverPaid: 'Pix or boleto, never paid',
  anyExpiryAndCode: 'Any expiry date to come, any security code.',
  decide: 'Decide what happens',
  declineCode: 'Decline code',
  notPossible: 'That cannot happen now.',
  outcomes: {
    pay: 'Paid',
    decline: 'Declined',
    challenge_failed: '3-D Secure failed',
    pix_paid: 'Pix paid',
    pix_paid_late: 'Pix paid too late',
    boleto_paid: 'Boleto paid',
    processor_timeout: 'No answer from the bank',
    expire: 'Session expired',
  },
}
