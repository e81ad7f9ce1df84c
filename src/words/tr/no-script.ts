import type { NoScriptWords } from '../no-script-words.ts'

export const tr: NoScriptWords = {
  cardTitle: 'Kart için JavaScript gerekir',
  cardText:
    'Kartınız gönderilmeden önce tarayıcınızda şifrelenir; bunu yalnızca JavaScript yapabilir. Açın ve sayfayı yeniden yükleyin.',
  checkNow: 'Şimdi kontrol et',
  payBy: 'Son ödeme',
  waiting: 'Ödemeniz bekleniyor. Bu sayfa kendiliğinden güncellenir.',
  staleTitle: 'Lütfen yeniden deneyin',
  staleText: 'Form çok uzun süre açık kaldı ya da tarayıcınız çerez saklamıyor.',
}
