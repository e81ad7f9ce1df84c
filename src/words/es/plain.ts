import type { PlainWords } from '../plain-words.ts'

export const es: PlainWords = {
  home: 'Una tienda te trae aquí cuando pagas. Sin un pedido no hay nada que ver.',
  formTitle: 'Este formulario no se aceptó',
  formText: 'Vuelve atrás, carga de nuevo la página de tu pedido y pulsa allí el botón.',
  cardTitle: 'Inténtalo de nuevo',
  cardText:
    'Ahora mismo no se pueden aceptar tarjetas. Inténtalo de nuevo en un momento o paga de otra forma.',
  busyTitle: 'Ahora mismo hay muchísima gente aquí',
  busyText:
    'Tu pedido te espera. Deja esta página abierta: se vuelve a cargar sola en unos segundos.',
}
