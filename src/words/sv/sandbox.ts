import type { AllSandboxWords } from '../sandbox-words.ts'

export const sv: AllSandboxWords = {
  banner: 'Sandbox. Inga riktiga pengar rör sig här.',
  testValues: 'Testkort och testadresser',
  paid: 'betalas',
  declined: 'avvisas',
  insufficientFunds: 'för lågt saldo',
  challenge: 'bekräftas hos banken',
  processing: 'först ”behandlas”, sedan betald',
  noAnswer: 'banken svarar inte: ”kontrolleras”, sedan betald',
  paidAtOnce: 'Pix eller boleto, betald direkt',
  expiresAtOnce: 'Pix eller boleto, utgången direkt',
  neverPaid: 'Pix eller boleto, betalas aldrig',
  anyExpiryAndCode: 'Valfritt framtida utgångsdatum, valfri säkerhetskod.',
  decide: 'Bestäm vad som händer',
  declineCode: 'Avvisningskod',
  notPossible: 'Det går inte just nu.',
  preview:
    'Förhandsvisning av en betalsida: det finns ingen beställning bakom den och inget kan betalas här.',
  outcomes: {
    pay: 'Betald',
    decline: 'Avvisad',
    challenge_failed: '3-D Secure misslyckades',
    pix_paid: 'Pix betald',
    pix_paid_late: 'Pix betald för sent',
    boleto_paid: 'Boleto betald',
    processor_timeout: 'Banken svarar inte',
    expire: 'Sessionen har gått ut',
  },
}
