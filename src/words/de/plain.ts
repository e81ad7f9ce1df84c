import type { PlainWords } from '../plain-words.ts'

export const de: PlainWords = {
  home: 'Ein Shop leitet Sie hierher, wenn Sie bezahlen. Ohne Bestellung gibt es hier nichts zu sehen.',
  formTitle: 'Dieses Formular wurde nicht angenommen',
  formText:
    'Gehen Sie zurück, laden Sie die Seite Ihrer Bestellung neu und drücken Sie dort den Knopf.',
  cardTitle: 'Bitte versuchen Sie es noch einmal',
  cardText:
    'Karten können gerade nicht angenommen werden. Versuchen Sie es gleich noch einmal oder zahlen Sie auf andere Weise.',
  busyTitle: 'Gerade sind sehr viele Menschen hier',
  busyText:
    'Ihre Bestellung wartet auf Sie. Lassen Sie diese Seite offen: Sie lädt in einigen Sekunden von selbst neu.',
}
