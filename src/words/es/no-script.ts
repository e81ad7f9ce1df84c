import type { NoScriptWords } from '../no-script-words.ts'

export const es: NoScriptWords = {
  cardTitle: 'La tarjeta necesita JavaScript',
  cardText:
    'Tu tarjeta se cifra en tu navegador antes de enviarse, y solo JavaScript puede hacerlo. Actívalo y recarga la página.',
  checkNow: 'Verificar ahora',
  payBy: 'Paga antes de',
  waiting: 'Esperando tu pago. Esta página se actualiza sola.',
  staleTitle: 'Inténtalo otra vez, por favor',
  staleText: 'El formulario estuvo abierto demasiado tiempo, o tu navegador no guarda cookies.',
}
