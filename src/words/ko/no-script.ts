import type { NoScriptWords } from '../no-script-words.ts'

export const ko: NoScriptWords = {
  cardTitle: '카드에는 JavaScript가 필요합니다',
  cardText:
    '카드 정보는 전송 전에 브라우저에서 암호화되며, 이는 JavaScript로만 가능합니다. JavaScript를 켜고 페이지를 다시 불러와 주세요.',
  checkNow: '지금 확인',
  payBy: '결제 기한',
  waiting: '결제를 기다리고 있습니다. 이 페이지는 자동으로 업데이트됩니다.',
  staleTitle: '다시 시도해 주세요',
  staleText: '양식이 너무 오래 열려 있었거나 브라우저가 쿠키를 저장하지 않습니다.',
}
