import type { SandboxWords } from '../sandbox-words.ts'

export const de: SandboxWords = {
  banner: 'Sandbox. Hier fließt kein echtes Geld.',
  testValues: 'Testkarten und Test-E-Mails',
  paid: 'bezahlt',
  declined: 'abgelehnt',
  insufficientFunds: 'zu wenig Guthaben',
  challenge: 'bei der Bank bestätigt',
  paidAtOnce: 'Pix oder Boleto, sofort bezahlt',
  expiresAtOnce: 'Pix oder Boleto, sofort abgelaufen',
  anyExpiryAndCode: 'Beliebiges künftiges Ablaufdatum, beliebige Prüfnummer.',
}
