import type { SandboxWords } from '../sandbox-words.ts'

export const ja: SandboxWords = {
  banner: 'Sandbox。ここでは実際のお金は動きません。',
  testValues: 'テスト用のカードとメールアドレス',
  paid: '支払い済み',
  declined: '拒否',
  insufficientFunds: '残高不足',
  challenge: '銀行で確認',
  processing: 'まず「処理中」、その後支払い完了',
  noAnswer: '銀行が応答せず「確認中」、その後支払い完了',
  paidAtOnce: 'Pix または boleto、すぐに支払い済み',
  expiresAtOnce: 'Pix または boleto、すぐに期限切れ',
  neverPaid: 'Pix または boleto、支払われない',
  anyExpiryAndCode: '有効期限は将来のもの、セキュリティコードは任意。',
  decide: '結果を選ぶ',
  declineCode: '拒否コード',
  notPossible: '今はその結果にできません。',
  outcomes: {
    pay: '支払い済み',
    decline: '拒否',
    challenge_failed: '3-D Secure 失敗',
    pix_paid: 'Pix 支払い済み',
    pix_paid_late: 'Pix 期限後の支払い',
    boleto_paid: 'Boleto 支払い済み',
    processor_timeout: '銀行が応答しない',
    expire: 'セッション期限切れ',
  },
}
