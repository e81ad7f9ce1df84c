import type { SandboxWords } from '../sandbox-words.ts'

export const da: SandboxWords = {
  banner: 'Sandbox. Her flyttes ingen rigtige penge.',
  testValues: 'Testkort og testadresser',
  paid: 'betales',
  declined: 'afvises',
  insufficientFunds: 'for lav saldo',
  challenge: 'bekræftes hos banken',
  processing: 'først “behandles”, derefter betalt',
  noAnswer: 'banken svarer ikke: “kontrolleres”, derefter betalt',
  paidAtOnce: 'Pix eller boleto, betalt med det samme',
  expiresAtOnce: 'Pix eller boleto, udløbet med det samme',
  neverPaid: 'Pix eller boleto, betales aldrig',
  anyExpiryAndCode: 'Enhver fremtidig udløbsdato, enhver sikkerhedskode.',
}
