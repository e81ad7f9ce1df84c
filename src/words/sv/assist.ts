import type { AssistWords } from '../assist-words.ts'

export const sv: AssistWords = {
  emailMeant: 'Menade du {email}?',
  addNumber: 'Lägg till numret',
}
