import type { AssistWords } from '../assist-words.ts'

export const fi: AssistWords = {
  emailMeant: 'Tarkoititko {email}?',
  addNumber: 'Lisää numero',
}
