import type { SandboxWords } from '../sandbox-words.ts'

export const cs: SandboxWords = {
  banner: 'Sandbox. Tady se žádné skutečné peníze nepřesouvají.',
  testValues: 'Testovací karty a e-maily',
  paid: 'zaplacena',
  declined: 'odmítnuta',
  insufficientFunds: 'nedostatečný zůstatek',
  challenge: 'potvrzena v bance',
  paidAtOnce: 'Pix nebo boleto, zaplaceno hned',
  expiresAtOnce: 'Pix nebo boleto, vyprší hned',
  anyExpiryAndCode: 'Jakákoli budoucí platnost, jakýkoli bezpečnostní kód.',
}
