import type { NoScriptWords } from '../no-script-words.ts'

export const pl: NoScriptWords = {
  cardTitle: 'Karta wymaga JavaScriptu',
  cardText:
    'Dane karty są szyfrowane w przeglądarce przed wysłaniem, a potrafi to tylko JavaScript. Włącz go i wczytaj stronę ponownie.',
  checkNow: 'Sprawdź teraz',
  payBy: 'Zapłać do',
  waiting: 'Czekamy na płatność. Ta strona odświeża się sama.',
  staleTitle: 'Spróbuj jeszcze raz',
  staleText: 'Formularz był otwarty zbyt długo albo przeglądarka nie przechowuje plików cookie.',
}
