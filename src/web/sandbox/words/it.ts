import type { SandboxWords } from '../sandbox-words.ts'

export const it: SandboxWords = {
  banner: 'Sandbox. Qui non circola denaro reale.',
  testValues: 'Carte ed email di prova',
  paid: 'pagata',
  declined: 'rifiutata',
  insufficientFunds: 'saldo insufficiente',
  challenge: 'confermata con la banca',
  paidAtOnce: 'Pix o boleto, pagato subito',
  expiresAtOnce: 'Pix o boleto, scaduto subito',
  anyExpiryAndCode: 'Qualsiasi scadenza futura, qualsiasi codice di sicurezza.',
}
