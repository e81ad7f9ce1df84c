import type { AssistWords } from '../assist-words.ts'

export const pl: AssistWords = {
  emailMeant: 'Czy chodziło o {email}?',
  addNumber: 'Dodaj numer',
}
