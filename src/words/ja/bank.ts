import type { BankWords } from '../bank-words.ts'

export const ja: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'シミュレーター：実在の銀行ではなく、実際のお金も動きません',
  title: 'このお支払いの確認',
  explanation:
    'ここでは、カードの発行銀行がご本人であることを確認します。サンドボックスでは、その結果を選べます。',
  merchant: 'ショップ',
  amount: '金額',
  card: 'カード',
  cardEndingIn: '末尾',
  complete: '認証を完了する',
  fail: '認証を失敗させる',
  cancel: 'キャンセル',
  notFoundTitle: 'このページは存在しません',
  notFound: 'アドレスが不完全か、このサンドボックスのどの支払いにも該当しません。',
}
