import type { AllSandboxWords } from '../sandbox-words.ts'

export const da: AllSandboxWords = {
  banner: 'Sandbox. Her flyttes ingen rigtige penge.',
  testValues: 'Testkort og testadresser',
  paid: 'betales',
  declined: 'afvises',
  insufficientFunds: 'for lav saldo',
  challenge: 'bekræftes hos banken',
  processing: 'først »behandles«, derefter betalt',
  noAnswer: 'banken svarer ikke: »kontrolleres«, derefter betalt',
  paidAtOnce: 'Pix eller boleto, betalt med det samme',
  expiresAtOnce: 'Pix eller boleto, udløbet med det samme',
  neverPaid: 'Pix eller boleto, betales aldrig',
  anyExpiryAndCode: 'Enhver fremtidig udløbsdato, enhver sikkerhedskode.',
  decide: 'Bestem, hvad der sker',
  declineCode: 'Afvisningskode',
  notPossible: 'Det kan ikke ske nu.',
  preview:
    'Forhåndsvisning af en betalingsside: der er ingen ordre bag den, og intet kan betales her.',
  outcomes: {
    pay: 'Betalt',
    decline: 'Afvist',
    challenge_failed: '3-D Secure mislykkedes',
    pix_paid: 'Pix betalt',
    pix_paid_late: 'Pix betalt for sent',
    boleto_paid: 'Boleto betalt',
    processor_timeout: 'Banken svarer ikke',
    expire: 'Sessionen er udløbet',
  },
}
