import type { AssistWords } from '../assist-words.ts'

export const da: AssistWords = {
  emailMeant: 'Mente du {email}?',
  addNumber: 'Tilføj nummeret',
}
