import type { PlainWords } from '../plain-words.ts'

export const it: PlainWords = {
  home: 'Un negozio ti porta qui quando paghi. Senza un ordine non c’è nulla da vedere.',
  formTitle: 'Questo modulo non è stato accettato',
  formText: 'Torna indietro, ricarica la pagina del tuo ordine e premi lì il pulsante.',
  cardTitle: 'Riprova',
  cardText: 'Al momento non è possibile accettare carte. Riprova tra poco o paga in un altro modo.',
  busyTitle: 'In questo momento ci sono moltissime persone',
  busyText:
    'Il tuo ordine ti aspetta. Tieni aperta questa pagina: si ricarica da sola tra qualche secondo.',
}
