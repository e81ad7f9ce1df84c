import type { AllSandboxWords } from '../sandbox-words.ts'

export const pl: AllSandboxWords = {
  banner: 'Sandbox. Tutaj nie krążą prawdziwe pieniądze.',
  testValues: 'Karty i e-maile testowe',
  paid: 'opłacona',
  declined: 'odrzucona',
  insufficientFunds: 'za mało środków',
  challenge: 'potwierdzona w banku',
  processing: 'najpierw „przetwarzana”, potem opłacona',
  noAnswer: 'bank nie odpowiada: „sprawdzamy”, potem opłacona',
  paidAtOnce: 'Pix lub boleto, opłacone od razu',
  expiresAtOnce: 'Pix lub boleto, wygasa od razu',
  neverPaid: 'Pix lub boleto, nigdy nieopłacone',
  anyExpiryAndCode: 'Dowolna przyszła data ważności, dowolny kod zabezpieczający.',
  decide: 'Zdecyduj, co się stanie',
  declineCode: 'Kod odmowy',
  notPossible: 'To teraz niemożliwe.',
  preview:
    'Podgląd strony płatności: nie stoi za nią żadne zamówienie i nie można tu niczego opłacić.',
  outcomes: {
    pay: 'Opłacono',
    decline: 'Odrzucono',
    challenge_failed: '3-D Secure nieudane',
    pix_paid: 'Pix opłacony',
    pix_paid_late: 'Pix opłacony za późno',
    boleto_paid: 'Boleto opłacone',
    processor_timeout: 'Bank nie odpowiada',
    expire: 'Sesja wygasła',
  },
}
