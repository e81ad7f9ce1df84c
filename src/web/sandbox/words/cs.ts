import type { SandboxWords } from '../sandbox-words.ts'

export const cs: SandboxWords = {
  banner: 'Sandbox. Tady se žádné skutečné peníze nepřesouvají.',
  testValues: 'Testovací karty a e-maily',
  paid: 'zaplacena',
  declined: 'odmítnuta',
  insufficientFunds: 'nedostatečný zůstatek',
  challenge: 'potvrzena v bance',
  processing: 'nejdřív „zpracovává se“, potom zaplacena',
  noAnswer: 'banka neodpovídá: „ověřujeme“, potom zaplacena',
  paidAtOnce: 'Pix nebo boleto, zaplaceno hned',
  expiresAtOnce: 'Pix nebo boleto, vyprší hned',
  neverPaid: 'Pix nebo boleto, nikdy nezaplaceno',
  anyExpiryAndCode: 'Jakákoli budoucí platnost, jakýkoli bezpečnostní kód.',
}
