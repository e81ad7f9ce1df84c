import type { AllSandboxWords } from '../sandbox-words.ts'

export const nl: AllSandboxWords = {
  banner: 'Sandbox. Hier gaat geen echt geld om.',
  testValues: 'Testkaarten en test-e-mailadressen',
  paid: 'betaald',
  declined: 'geweigerd',
  insufficientFunds: 'onvoldoende saldo',
  challenge: 'bevestigd bij de bank',
  processing: 'eerst ‘in behandeling’, daarna betaald',
  noAnswer: 'de bank antwoordt niet: ‘wordt gecontroleerd’, daarna betaald',
  paidAtOnce: 'Pix of boleto, meteen betaald',
  expiresAtOnce: 'Pix of boleto, meteen verlopen',
  neverPaid: 'Pix of boleto, nooit betaald',
  anyExpiryAndCode: 'Elke toekomstige vervaldatum, elke beveiligingscode.',
  decide: 'Bepaal wat er gebeurt',
  declineCode: 'Weigeringscode',
  notPossible: 'Dat kan nu niet.',
  preview:
    'Voorbeeld van een betaalpagina: er hoort geen bestelling bij en u kunt hier niets betalen.',
  outcomes: {
    pay: 'Betaald',
    decline: 'Geweigerd',
    challenge_failed: '3-D Secure mislukt',
    pix_paid: 'Pix betaald',
    pix_paid_late: 'Pix te laat betaald',
    boleto_paid: 'Boleto betaald',
    processor_timeout: 'Bank antwoordt niet',
    expire: 'Sessie verlopen',
  },
}
