import type { SandboxWords } from '../sandbox-words.ts'

export const ptBR: SandboxWords = {
  banner: 'Sandbox. Nenhum dinheiro real circula.',
  testValues: 'Cartões e e-mails de teste',
  paid: 'pago',
  declined: 'recusado',
  insufficientFunds: 'sem saldo',
  challenge: 'confirmado no banco',
  paidAtOnce: 'Pix ou boleto, pago na hora',
  expiresAtOnce: 'Pix ou boleto, vence na hora',
  anyExpiryAndCode: 'Qualquer validade futura, qualquer código de segurança.',
}
