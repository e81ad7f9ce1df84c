import type { PlainWords } from '../plain-words.ts'

export const ja: PlainWords = {
  home: 'お支払いの際にショップからここに移動します。ご注文がない場合、表示するものはありません。',
  formTitle: 'このフォームは受け付けられませんでした',
  formText: '前の画面に戻り、ご注文のページを再読み込みして、もう一度お試しください。',
  cardTitle: 'もう一度お試しください',
  cardText:
    '現在カードを受け付けられません。しばらくしてからもう一度試すか、別の方法でお支払いください。',
  busyTitle: 'ただいま大変混み合っています',
  busyText:
    'ご注文は保存されています。このページを開いたままにしてください。数秒後に自動で再読み込みされます。',
}
