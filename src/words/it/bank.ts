import type { BankWords } from '../bank-words.ts'

export const it: BankWords = {
  bank: 'Banca Sandbox',
  ribbon: 'Simulatore: nessuna banca vera, nessun denaro reale',
  title: 'Conferma questo pagamento',
  explanation:
    'Qui la banca che ha emesso la carta verificherebbe che sei tu. Nella sandbox scegli tu il risultato.',
  merchant: 'Negozio',
  amount: 'Importo',
  card: 'Carta',
  cardEndingIn: 'che termina con',
  complete: 'Completa l’autenticazione',
  fail: 'Rifiuta l’autenticazione',
  cancel: 'Annulla',
  notFoundTitle: 'Questa pagina non esiste',
  notFound: 'L’indirizzo è incompleto o non appartiene a nessun pagamento di questa sandbox.',
}
