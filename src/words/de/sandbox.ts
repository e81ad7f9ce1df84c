import type { AllSandboxWords } from '../sandbox-words.ts'

export const de: AllSandboxWords = {
  banner: 'Sandbox. Hier fließt kein echtes Geld.',
  testValues: 'Testkarten und Test-E-Mails',
  paid: 'bezahlt',
  declined: 'abgelehnt',
  insufficientFunds: 'zu wenig Guthaben',
  challenge: 'bei der Bank bestätigt',
  processing: 'erst „in Bearbeitung“, dann bezahlt',
  noAnswer: 'die Bank antwortet nicht: „wird geprüft“, dann bezahlt',
  paidAtOnce: 'Pix oder Boleto, sofort bezahlt',
  expiresAtOnce: 'Pix oder Boleto, sofort abgelaufen',
  neverPaid: 'Pix oder Boleto, nie bezahlt',
  anyExpiryAndCode: 'Beliebiges künftiges Ablaufdatum, beliebige Prüfnummer.',
  decide: 'Bestimmen, was geschieht',
  declineCode: 'Ablehnungscode',
  notPossible: 'Das ist jetzt nicht möglich.',
  preview:
    'Vorschau einer Zahlungsseite: Dahinter steht keine Bestellung, und hier kann nichts bezahlt werden.',
  outcomes: {
    pay: 'Bezahlt',
    decline: 'Abgelehnt',
    challenge_failed: '3-D Secure gescheitert',
    pix_paid: 'Pix bezahlt',
    pix_paid_late: 'Pix zu spät bezahlt',
    boleto_paid: 'Boleto bezahlt',
    processor_timeout: 'Bank antwortet nicht',
    expire: 'Sitzung abgelaufen',
  },
}
