import type { SandboxWords } from '../sandbox-words.ts'

export const sv: SandboxWords = {
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
}
