import type { AllSandboxWords } from '../sandbox-words.ts'

export const ptBR: AllSandboxWords = {
  banner: 'Sandbox. Nenhum dinheiro real circula.',
  testValues: 'Cartões e e-mails de teste',
  paid: 'pago',
  declined: 'recusado',
  insufficientFunds: 'saldo insuficiente',
  challenge: 'confirmado no banco',
  processing: 'primeiro “em processamento”, depois pago',
  noAnswer: 'o banco não responde: “verificando”, depois pago',
  paidAtOnce: 'Pix ou boleto, pago na hora',
  expiresAtOnce: 'Pix ou boleto, vence na hora',
  neverPaid: 'Pix ou boleto, nunca pago',
  anyExpiryAndCode: 'Qualquer validade futura, qualquer CVV.',
  decide: 'Decidir o que acontece',
  declineCode: 'Código da recusa',
  notPossible: 'Isso não é possível agora.',
  preview:
    'Prévia de uma página de pagamento: não há pedido por trás dela, e nada pode ser pago aqui.',
  outcomes: {
    pay: 'Pago',
    decline: 'Recusado',
    challenge_failed: '3-D Secure falhou',
    pix_paid: 'Pix pago',
    pix_paid_late: 'Pix pago tarde demais',
    boleto_paid: 'Boleto pago',
    processor_timeout: 'Banco não responde',
    expire: 'Sessão expirada',
  },
}
