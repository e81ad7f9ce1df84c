import type { NoScriptWords } from '../no-script-words.ts'

export const sv: NoScriptWords = {
  cardTitle: 'Kortbetalning kräver JavaScript',
  cardText:
    'Ditt kort krypteras i webbläsaren innan det skickas, och bara JavaScript kan göra det. Slå på det och läs in sidan igen.',
  checkNow: 'Kontrollera nu',
  payBy: 'Betala senast',
  waiting: 'Vi väntar på din betalning. Sidan uppdateras av sig själv.',
  staleTitle: 'Försök igen',
  staleText: 'Formuläret var öppet för länge, eller så sparar din webbläsare inga kakor.',
}
