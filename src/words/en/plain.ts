import type { PlainWords } from '../plain-words.ts'

export const en: PlainWords = {
  home: 'A shop sends you here when you pay. There’s nothing to see without an order.',
  formTitle: 'We couldn’t accept this form',
  formText: 'Go back, reload your order’s page and try again there.',
  cardTitle: 'Please try again',
  cardText: 'We can’t take cards right now. Try again in a moment or pay another way.',
  busyTitle: 'We’re very busy right now',
  busyText: 'Your order is safe. Keep this page open; it reloads by itself in a few seconds.',
}
