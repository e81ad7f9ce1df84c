import type { PlainWords } from '../plain-words.ts'

export const pl: PlainWords = {
  home: 'Sklep kieruje tutaj, gdy płacisz. Bez zamówienia nie ma tu nic do zobaczenia.',
  formTitle: 'Formularz nie został przyjęty',
  formText: 'Wróć, odśwież stronę zamówienia i spróbuj tam ponownie.',
  cardTitle: 'Spróbuj ponownie',
  cardText:
    'W tej chwili nie możemy przyjąć karty. Spróbuj ponownie za chwilę albo zapłać w inny sposób.',
  busyTitle: 'Mamy teraz bardzo duży ruch',
  busyText:
    'Twoje zamówienie jest zapisane. Zostaw tę stronę otwartą: za kilka sekund odświeży się sama.',
}
