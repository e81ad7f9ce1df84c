import type { AssistWords } from '../assist-words.ts'

export const nb: AssistWords = {
  emailMeant: 'Mente du {email}?',
  addNumber: 'Legg til nummeret',
}
