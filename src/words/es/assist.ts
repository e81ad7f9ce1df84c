import type { AssistWords } from '../assist-words.ts'

export const es: AssistWords = {
  emailMeant: '¿Quisiste decir {email}?',
  addNumber: 'Agrega el número',
}
