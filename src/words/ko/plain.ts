import type { PlainWords } from '../plain-words.ts'

export const ko: PlainWords = {
  home: '결제할 때 상점에서 이곳으로 안내합니다. 주문이 없으면 볼 내용이 없습니다.',
  formTitle: '양식이 접수되지 않았습니다',
  formText: '뒤로 돌아가 주문 페이지를 새로고침한 다음 다시 시도해 주세요.',
  cardTitle: '다시 시도해 주세요',
  cardText: '지금은 카드를 받을 수 없습니다. 잠시 후 다시 시도하거나 다른 방법으로 결제해 주세요.',
  busyTitle: '지금 접속자가 매우 많습니다',
  busyText:
    '주문은 그대로 저장되어 있습니다. 이 페이지를 열어 두세요. 몇 초 후 자동으로 다시 불러옵니다.',
}
