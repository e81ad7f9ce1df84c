import type { AssistWords } from '../assist-words.ts'

export const ko: AssistWords = {
  emailMeant: '혹시 {email} 아닌가요?',
  addNumber: '번호도 입력해 주세요',
}
