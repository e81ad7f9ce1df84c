import type { NoScriptWords } from '../no-script-words.ts'

export const ja: NoScriptWords = {
  cardTitle: 'カードには JavaScript が必要です',
  cardText:
    'カード情報は送信前にブラウザ内で暗号化されます。これには JavaScript が必要です。有効にして、ページを再読み込みしてください。',
  checkNow: '今すぐ確認',
  payBy: '支払期限',
  waiting: 'お支払いをお待ちしています。このページは自動で更新されます。',
  staleTitle: 'もう一度お試しください',
  staleText: 'フォームを開いてから時間がたちすぎたか、ブラウザが Cookie を保存していません。',
}
