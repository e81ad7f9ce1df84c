import type { BankWords } from '../bank-words.ts'

export const ko: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: '시뮬레이터: 실제 은행도 실제 돈도 아닙니다',
  title: '이 결제를 확인해 주세요',
  explanation:
    '여기서는 카드를 발급한 은행이 본인인지 확인합니다. 샌드박스에서는 그 결과를 직접 고릅니다.',
  merchant: '상점',
  amount: '금액',
  card: '카드',
  cardEndingIn: '끝자리',
  complete: '인증 완료',
  fail: '인증 실패',
  cancel: '취소',
  notFoundTitle: '없는 페이지입니다',
  notFound: '주소가 완전하지 않거나 이 샌드박스의 결제에 속하지 않습니다.',
}
