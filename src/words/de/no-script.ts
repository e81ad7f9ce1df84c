import type { NoScriptWords } from '../no-script-words.ts'

export const de: NoScriptWords = {
  cardTitle: 'Kartenzahlung braucht JavaScript',
  cardText:
    'Ihre Karte wird vor dem Senden in Ihrem Browser verschlüsselt, und das kann nur JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
  checkNow: 'Jetzt prüfen',
  payBy: 'Zahlbar bis',
  waiting: 'Wir warten auf Ihre Zahlung. Diese Seite aktualisiert sich von selbst.',
  staleTitle: 'Bitte versuchen Sie es noch einmal',
  staleText: 'Das Formular war zu lange offen, oder Ihr Browser speichert keine Cookies.',
}
