import type { PlainWords } from '../plain-words.ts'

export const pl: PlainWords = {
  home: 'Sklep kieruje tutaj, gdy płacisz. Bez zamówienia nie ma tu nic do zobaczenia.',
  formTitle: 'Formularz nie został przyjęty',
  formText: 'Wróć, wczytaj ponownie stronę zamówienia i naciśnij tam przycisk.',
  cardTitle: 'Spróbuj ponownie',
  cardText:
    'W tej chwili nie można przyjąć karty. Spróbuj ponownie za chwilę albo zapłać w inny sposób.',
  busyTitle: 'Jest tu teraz bardzo dużo osób',
  busyText:
    'Twoje zamówienie czeka. Zostaw tę stronę otwartą: za kilka sekund sama załaduje się ponownie.',
}
