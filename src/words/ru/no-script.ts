import type { NoScriptWords } from '../no-script-words.ts'

export const ru: NoScriptWords = {
  cardTitle: 'Для карты нужен JavaScript',
  cardText:
    'Данные карты шифруются в браузере перед отправкой, и это может только JavaScript. Включите его и загрузите страницу заново.',
  checkNow: 'Проверить сейчас',
  payBy: 'Оплатить до',
  waiting: 'Ждём ваш платёж. Страница обновляется сама.',
  staleTitle: 'Попробуйте ещё раз',
  staleText: 'Форма была открыта слишком долго, или ваш браузер не хранит файлы cookie.',
}
