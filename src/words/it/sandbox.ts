import type { AllSandboxWords } from '../sandbox-words.ts'

export const it: AllSandboxWords = {
  banner: 'Sandbox. Qui non circola denaro reale.',
  testValues: 'Carte ed email di prova',
  paid: 'pagata',
  declined: 'rifiutata',
  insufficientFunds: 'saldo insufficiente',
  challenge: 'confermata con la banca',
  processing: 'prima «in elaborazione», poi pagata',
  noAnswer: 'la banca non risponde: «verifica», poi pagata',
  paidAtOnce: 'Pix o boleto, pagato subito',
  expiresAtOnce: 'Pix o boleto, scaduto subito',
  neverPaid: 'Pix o boleto, mai pagato',
  anyExpiryAndCode: 'Qualsiasi scadenza futura, qualsiasi codice di sicurezza.',
  decide: 'Decidi cosa succede',
  declineCode: 'Codice del rifiuto',
  notPossible: 'Ora non è possibile.',
  preview:
    'Anteprima di una pagina di pagamento: non c’è alcun ordine e qui non si può pagare nulla.',
  outcomes: {
    pay: 'Pagato',
    decline: 'Rifiutato',
    challenge_failed: '3-D Secure non riuscito',
    pix_paid: 'Pix pagato',
    pix_paid_late: 'Pix pagato troppo tardi',
    boleto_paid: 'Boleto pagato',
    processor_timeout: 'La banca non risponde',
    expire: 'Sessione scaduta',
  },
}
