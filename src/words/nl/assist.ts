import type { AssistWords } from '../assist-words.ts'

export const nl: AssistWords = {
  emailMeant: 'Bedoelde u {email}?',
  addNumber: 'Vul het huisnummer aan',
}
