import type { AssistWords } from '../assist-words.ts'

export const it: AssistWords = {
  emailMeant: 'Intendevi {email}?',
  addNumber: 'Aggiungi il numero civico',
}
