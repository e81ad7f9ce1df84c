import type { AssistWords } from '../assist-words.ts'

export const en: AssistWords = {
  emailMeant: 'Did you mean {email}?',
  addNumber: 'Add the number',
}
