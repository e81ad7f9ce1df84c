import type { PlainWords } from '../plain-words.ts'

export const de: PlainWords = {
  home: 'Ein Shop leitet Sie hierher, wenn Sie bezahlen. Ohne Bestellung gibt es hier nichts zu sehen.',
  formTitle: 'Dieses Formular wurde nicht angenommen',
  formText:
    'Gehen Sie zurück, laden Sie die Seite Ihrer Bestellung neu und versuchen Sie es dort noch einmal.',
  cardTitle: 'Bitte versuchen Sie es noch einmal',
  cardText:
    'Kartenzahlung ist gerade nicht möglich. Versuchen Sie es gleich noch einmal oder wählen Sie eine andere Zahlungsart.',
  busyTitle: 'Gerade ist sehr viel los',
  busyText:
    'Ihre Bestellung bleibt erhalten. Lassen Sie diese Seite offen: Sie lädt in einigen Sekunden von selbst neu.',
}
