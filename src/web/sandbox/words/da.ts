import type { SandboxWords } from '../sandbox-words.ts'

export const da: SandboxWords = {
  banner: 'Sandbox. Her flyttes ingen rigtige penge.',
  testValues: 'Testkort og testadresser',
  paid: 'betales',
  declined: 'afvises',
  insufficientFunds: 'for lav saldo',
  challenge: 'bekræftes hos banken',
  paidAtOnce: 'Pix eller boleto, betalt med det samme',
  expiresAtOnce: 'Pix eller boleto, udløbet med det samme',
  anyExpiryAndCode: 'Enhver fremtidig udløbsdato, enhver sikkerhedskode.',
}
