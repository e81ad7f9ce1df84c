import type { SandboxWords } from '../sandbox-words.ts'

export const es: SandboxWords = {
  banner: 'Sandbox. Aquí no se mueve dinero real.',
  testValues: 'Tarjetas y correos de prueba',
  paid: 'pagada',
  declined: 'rechazada',
  insufficientFunds: 'sin saldo',
  challenge: 'confirmada con el banco',
  paidAtOnce: 'Pix o boleto, pagado al instante',
  expiresAtOnce: 'Pix o boleto, vence al instante',
  anyExpiryAndCode: 'Cualquier vencimiento futuro, cualquier código de seguridad.',
}
