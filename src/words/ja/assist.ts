import type { AssistWords } from '../assist-words.ts'

export const ja: AssistWords = {
  emailMeant: 'もしかして {email} ですか？',
  addNumber: '番地も入力してください',
}
