import type { PlainWords } from '../plain-words.ts'

export const it: PlainWords = {
  home: 'Un negozio ti porta qui quando paghi. Senza un ordine non c’è nulla da vedere.',
  formTitle: 'Questo modulo non è stato accettato',
  formText: 'Torna indietro, ricarica la pagina del tuo ordine e riprova da lì.',
  cardTitle: 'Riprova',
  cardText: 'Al momento non possiamo accettare carte. Riprova tra poco o paga in un altro modo.',
  busyTitle: 'In questo momento c’è molto traffico',
  busyText:
    'Il tuo ordine è al sicuro. Tieni aperta questa pagina: si ricarica da sola tra qualche secondo.',
}
