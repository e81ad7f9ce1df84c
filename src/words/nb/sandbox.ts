import type { AllSandboxWords } from '../sandbox-words.ts'

export const nb: AllSandboxWords = {
  banner: 'Sandbox. Ingen ekte penger flyttes her.',
  testValues: 'Testkort og test-e-poster',
  paid: 'betales',
  declined: 'avvises',
  insufficientFunds: 'for lav saldo',
  challenge: 'bekreftes hos banken',
  processing: 'først «behandles», deretter betalt',
  noAnswer: 'banken svarer ikke: «kontrolleres», deretter betalt',
  paidAtOnce: 'Pix eller boleto, betalt med en gang',
  expiresAtOnce: 'Pix eller boleto, utløpt med en gang',
  neverPaid: 'Pix eller boleto, betales aldri',
  anyExpiryAndCode: 'En hvilken som helst framtidig utløpsdato og sikkerhetskode.',
  decide: 'Bestem hva som skjer',
  declineCode: 'Avvisningskode',
  notPossible: 'Det kan ikke skje nå.',
  preview:
    'Forhåndsvisning av en betalingsside: det er ingen bestilling bak den, og ingenting kan betales her.',
  outcomes: {
    pay: 'Betalt',
    decline: 'Avvist',
    challenge_failed: '3-D Secure mislyktes',
    pix_paid: 'Pix betalt',
    pix_paid_late: 'Pix betalt for sent',
    boleto_paid: 'Boleto betalt',
    processor_timeout: 'Banken svarer ikke',
    expire: 'Økten er utløpt',
  },
}
