import type { SandboxWords } from '../sandbox-words.ts'

export const sv: SandboxWords = {
  banner: 'Sandbox. Inga riktiga pengar rör sig här.',
  testValues: 'Testkort och testadresser',
  paid: 'betalas',
  declined: 'avvisas',
  insufficientFunds: 'för lågt saldo',
  challenge: 'bekräftas hos banken',
  paidAtOnce: 'Pix eller boleto, betald direkt',
  expiresAtOnce: 'Pix eller boleto, utgången direkt',
  anyExpiryAndCode: 'Valfritt framtida utgångsdatum, valfri säkerhetskod.',
}
