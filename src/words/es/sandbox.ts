import type { AllSandboxWords } from '../sandbox-words.ts'

export const es: AllSandboxWords = {
  banner: 'Sandbox. Aquí no se mueve dinero real.',
  testValues: 'Tarjetas y correos de prueba',
  paid: 'pagada',
  declined: 'rechazada',
  insufficientFunds: 'saldo insuficiente',
  challenge: 'confirmada con el banco',
  processing: 'primero «en proceso», luego pagada',
  noAnswer: 'el banco no responde: «verificando», luego pagada',
  paidAtOnce: 'Pix o boleto, pagado al instante',
  expiresAtOnce: 'Pix o boleto, vence al instante',
  neverPaid: 'Pix o boleto, nunca pagado',
  anyExpiryAndCode: 'Cualquier vencimiento futuro, cualquier código de seguridad.',
  decide: 'Decidir qué ocurre',
  declineCode: 'Código del rechazo',
  notPossible: 'Eso no es posible ahora.',
  preview:
    'Vista previa de una página de pago: no hay ningún pedido detrás y aquí no se puede pagar nada.',
  outcomes: {
    pay: 'Pagado',
    decline: 'Rechazado',
    challenge_failed: '3-D Secure fallido',
    pix_paid: 'Pix pagado',
    pix_paid_late: 'Pix pagado demasiado tarde',
    boleto_paid: 'Boleto pagado',
    processor_timeout: 'El banco no responde',
    expire: 'Sesión vencida',
  },
}
