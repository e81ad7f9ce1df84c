interface SandboxWords {
  banner: string
  testValues: string
  paid: string
  declined: string
  insufficientFunds: string
  challenge: string
  paidAtOnce: string
  expiresAtOnce: string
  anyExpiryAndCode: string
}

/** Only the sandbox build has these words; the sentence of the banner is what the production build is searched for. */
const WORDS: Readonly<Record<string, SandboxWords>> = {
  en: {
    banner: 'Sandbox. No real money moves here.',
    testValues: 'Test cards and e-mails',
    paid: 'paid',
    declined: 'declined',
    insufficientFunds: 'not enough balance',
    challenge: 'confirmed with the bank',
    paidAtOnce: 'Pix or boleto, paid at once',
    expiresAtOnce: 'Pix or boleto, expired at once',
    anyExpiryAndCode: 'Any expiry date to come, any security code.',
  },
  'pt-BR': {
    banner: 'Sandbox. Nenhum dinheiro real circula.',
    testValues: 'Cartões e e-mails de teste',
    paid: 'pago',
    declined: 'recusado',
    insufficientFunds: 'sem saldo',
    challenge: 'confirmado no banco',
    paidAtOnce: 'Pix ou boleto, pago na hora',
    expiresAtOnce: 'Pix ou boleto, vence na hora',
    anyExpiryAndCode: 'Qualquer validade futura, qualquer código de segurança.',
  },
  es: {
    banner: 'Sandbox. Aquí no se mueve dinero real.',
    testValues: 'Tarjetas y correos de prueba',
    paid: 'pagada',
    declined: 'rechazada',
    insufficientFunds: 'sin saldo',
    challenge: 'confirmada con el banco',
    paidAtOnce: 'Pix o boleto, pagado al instante',
    expiresAtOnce: 'Pix o boleto, vence al instante',
    anyExpiryAndCode: 'Cualquier vencimiento futuro, cualquier código de seguridad.',
  },
}

export function sandboxWords(locale: string): SandboxWords {
  const words = WORDS[locale] ?? WORDS['en']
  if (words === undefined) throw new Error('the sandbox speaks no language')
  return words
}
