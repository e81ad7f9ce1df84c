import type { NoScriptWords } from '../no-script-words.ts'

export const it: NoScriptWords = {
  cardTitle: 'La carta richiede JavaScript',
  cardText:
    'La tua carta viene cifrata nel browser prima dell’invio, e solo JavaScript può farlo. Attivalo e ricarica la pagina.',
  checkNow: 'Controlla ora',
  payBy: 'Paga entro',
  waiting: 'In attesa del tuo pagamento. Questa pagina si aggiorna da sola.',
  staleTitle: 'Riprova, per favore',
  staleText:
    'Il modulo è rimasto aperto troppo a lungo, oppure il tuo browser non conserva i cookie.',
}
