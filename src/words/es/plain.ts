import type { PlainWords } from '../plain-words.ts'

export const es: PlainWords = {
  home: 'La tienda te trae aquí cuando vas a pagar. Sin un pedido no hay nada que ver.',
  formTitle: 'Este formulario no se aceptó',
  formText: 'Vuelve atrás, recarga la página de tu pedido e inténtalo allí de nuevo.',
  cardTitle: 'Inténtalo de nuevo',
  cardText:
    'En este momento no podemos aceptar tarjetas. Inténtalo de nuevo en un momento o paga de otra forma.',
  busyTitle: 'Hay mucha gente pagando en este momento',
  busyText: 'Guardamos tu pedido. Deja esta página abierta: se recarga sola en unos segundos.',
}
