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
  decide: 'Určit, co se stane',
  declineCode: 'Kód odmítnutí',
  notPossible: 'To teď není možné.',
  outcomes: {
    pay: 'Zaplaceno',
    decline: 'Odmítnuto',
    challenge_failed: '3-D Secure selhalo',
    pix_paid: 'Pix zaplacen',
    pix_paid_late: 'Pix zaplacen pozdě',
    boleto_paid: 'Boleto zaplaceno',
    processor_timeout: 'Banka neodpovídá',
    expire: 'Relace vypršela',
  },
}
