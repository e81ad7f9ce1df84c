import type { NoScriptWords } from '../no-script-words.ts'

export const uk: NoScriptWords = {
  cardTitle: 'Для картки потрібен JavaScript',
  cardText:
    'Дані картки шифруються у браузері перед надсиланням, і це може лише JavaScript. Увімкніть його й завантажте сторінку знову.',
  checkNow: 'Перевірити зараз',
  payBy: 'Сплатити до',
  waiting: 'Чекаємо на ваш платіж. Сторінка оновлюється сама.',
  staleTitle: 'Спробуйте ще раз',
  staleText: 'Форма була відкрита надто довго, або ваш браузер не зберігає файли cookie.',
}
