import type { AssistWords } from '../assist-words.ts'

export const de: AssistWords = {
  emailMeant: 'Meinten Sie {email}?',
  addNumber: 'Hausnummer ergänzen',
}
