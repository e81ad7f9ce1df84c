import type { AssistWords } from '../assist-words.ts'

export const cs: AssistWords = {
  emailMeant: 'Mysleli jste {email}?',
  addNumber: 'Doplňte číslo',
}
