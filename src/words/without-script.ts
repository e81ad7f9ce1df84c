/** What only those without script read: the server writes it, and no page carries it for later. */
export interface WithoutScriptWords {
  cardTitle: string
  cardText: string
  checkNow: string
  /** Stands before an instant, as the name of a fact. */
  payBy: string
  waiting: string
  staleTitle: string
  staleText: string
}

const WITHOUT_SCRIPT_WORDS: Readonly<Record<string, WithoutScriptWords>> = {
  en: {
    cardTitle: 'A card needs JavaScript',
    cardText:
      'Your card is encrypted in your browser before it is sent, and only JavaScript can do that. Turn it on and load this page again.',
    checkNow: 'Check now',
    payBy: 'Pay by',
    waiting: 'Waiting for your payment. This page looks for it by itself.',
    staleTitle: 'Please press the button again',
    staleText: 'The form was open for too long, or your browser does not keep cookies.',
  },
  'pt-BR': {
    cardTitle: 'O cartão precisa de JavaScript',
    cardText:
      'Seu cartão é criptografado no seu navegador antes do envio, e só o JavaScript faz isso. Ative-o e carregue a página de novo.',
    checkNow: 'Verificar agora',
    payBy: 'Pague até',
    waiting: 'Aguardando seu pagamento. Esta página verifica sozinha.',
    staleTitle: 'Aperte o botão de novo, por favor',
    staleText: 'O formulário ficou aberto por tempo demais, ou seu navegador não guarda cookies.',
  },
  es: {
    cardTitle: 'La tarjeta necesita JavaScript',
    cardText:
      'Tu tarjeta se cifra en tu navegador antes de enviarse, y solo JavaScript puede hacerlo. Actívalo y carga la página de nuevo.',
    checkNow: 'Comprobar ahora',
    payBy: 'Paga antes de',
    waiting: 'Esperando tu pago. Esta página lo comprueba sola.',
    staleTitle: 'Pulsa el botón otra vez, por favor',
    staleText: 'El formulario estuvo abierto demasiado tiempo, o tu navegador no guarda cookies.',
  },
  fr: {
    cardTitle: 'La carte a besoin de JavaScript',
    cardText:
      'Votre carte est chiffrée dans votre navigateur avant l’envoi, et seul JavaScript peut le faire. Activez-le et rechargez la page.',
    checkNow: 'Vérifier maintenant',
    payBy: 'À payer avant',
    waiting: 'Nous attendons votre paiement. Cette page vérifie d’elle-même.',
    staleTitle: 'Appuyez de nouveau sur le bouton',
    staleText:
      'Le formulaire est resté ouvert trop longtemps, ou votre navigateur ne garde pas les cookies.',
  },
  de: {
    cardTitle: 'Eine Karte braucht JavaScript',
    cardText:
      'Ihre Karte wird vor dem Senden in Ihrem Browser verschlüsselt, und das kann nur JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
    checkNow: 'Jetzt prüfen',
    payBy: 'Zahlbar bis',
    waiting: 'Wir warten auf Ihre Zahlung. Diese Seite sieht von selbst nach.',
    staleTitle: 'Bitte drücken Sie den Knopf noch einmal',
    staleText: 'Das Formular war zu lange offen, oder Ihr Browser speichert keine Cookies.',
  },
  it: {
    cardTitle: 'La carta richiede JavaScript',
    cardText:
      'La tua carta viene cifrata nel browser prima dell’invio, e solo JavaScript può farlo. Attivalo e ricarica la pagina.',
    checkNow: 'Controlla ora',
    payBy: 'Paga entro',
    waiting: 'In attesa del tuo pagamento. Questa pagina controlla da sola.',
    staleTitle: 'Premi di nuovo il pulsante',
    staleText:
      'Il modulo è rimasto aperto troppo a lungo, oppure il tuo browser non conserva i cookie.',
  },
  nl: {
    cardTitle: 'Een kaart heeft JavaScript nodig',
    cardText:
      'Uw kaart wordt in uw browser versleuteld voordat ze wordt verstuurd, en dat kan alleen JavaScript. Zet het aan en laad deze pagina opnieuw.',
    checkNow: 'Nu controleren',
    payBy: 'Betalen vóór',
    waiting: 'We wachten op uw betaling. Deze pagina kijkt zelf of die er is.',
    staleTitle: 'Druk nog een keer op de knop',
    staleText: 'Het formulier stond te lang open, of uw browser bewaart geen cookies.',
  },
  pl: {
    cardTitle: 'Karta wymaga JavaScriptu',
    cardText:
      'Dane karty są szyfrowane w przeglądarce przed wysłaniem, a potrafi to tylko JavaScript. Włącz go i wczytaj stronę ponownie.',
    checkNow: 'Sprawdź teraz',
    payBy: 'Zapłać do',
    waiting: 'Czekamy na płatność. Ta strona sama ją sprawdza.',
    staleTitle: 'Naciśnij przycisk jeszcze raz',
    staleText: 'Formularz był otwarty zbyt długo albo przeglądarka nie przechowuje plików cookie.',
  },
  sv: {
    cardTitle: 'Kort behöver JavaScript',
    cardText:
      'Ditt kort krypteras i webbläsaren innan det skickas, och bara JavaScript kan göra det. Slå på det och läs in sidan igen.',
    checkNow: 'Kontrollera nu',
    payBy: 'Betala senast',
    waiting: 'Vi väntar på din betalning. Sidan kontrollerar det själv.',
    staleTitle: 'Tryck på knappen igen',
    staleText: 'Formuläret var öppet för länge, eller så sparar din webbläsare inga kakor.',
  },
  da: {
    cardTitle: 'Et kort kræver JavaScript',
    cardText:
      'Dit kort krypteres i din browser, før det sendes, og det kan kun JavaScript. Slå det til, og indlæs siden igen.',
    checkNow: 'Tjek nu',
    payBy: 'Betal senest',
    waiting: 'Vi venter på din betaling. Siden tjekker selv.',
    staleTitle: 'Tryk på knappen igen',
    staleText: 'Formularen var åben for længe, eller din browser gemmer ikke cookies.',
  },
  nb: {
    cardTitle: 'Kort trenger JavaScript',
    cardText:
      'Kortet ditt krypteres i nettleseren før det sendes, og det kan bare JavaScript gjøre. Slå det på og last siden på nytt.',
    checkNow: 'Sjekk nå',
    payBy: 'Betal innen',
    waiting: 'Vi venter på betalingen din. Siden sjekker av seg selv.',
    staleTitle: 'Trykk på knappen igjen',
    staleText:
      'Skjemaet var åpent for lenge, eller nettleseren din lagrer ikke informasjonskapsler.',
  },
  fi: {
    cardTitle: 'Kortti tarvitsee JavaScriptin',
    cardText:
      'Korttisi salataan selaimessasi ennen lähettämistä, ja vain JavaScript pystyy siihen. Ota se käyttöön ja lataa sivu uudelleen.',
    checkNow: 'Tarkista nyt',
    payBy: 'Maksa viimeistään',
    waiting: 'Odotamme maksuasi. Tämä sivu tarkistaa sen itse.',
    staleTitle: 'Paina painiketta uudelleen',
    staleText: 'Lomake oli auki liian kauan, tai selaimesi ei säilytä evästeitä.',
  },
  cs: {
    cardTitle: 'Karta potřebuje JavaScript',
    cardText:
      'Údaje o kartě se před odesláním zašifrují v prohlížeči a to umí jen JavaScript. Zapněte ho a načtěte stránku znovu.',
    checkNow: 'Ověřit teď',
    payBy: 'Zaplaťte do',
    waiting: 'Čekáme na vaši platbu. Stránka ji ověřuje sama.',
    staleTitle: 'Stiskněte prosím tlačítko znovu',
    staleText: 'Formulář byl otevřený příliš dlouho, nebo váš prohlížeč neukládá soubory cookie.',
  },
  tr: {
    cardTitle: 'Kart için JavaScript gerekir',
    cardText:
      'Kartınız gönderilmeden önce tarayıcınızda şifrelenir; bunu yalnızca JavaScript yapabilir. Açın ve sayfayı yeniden yükleyin.',
    checkNow: 'Şimdi kontrol et',
    payBy: 'Son ödeme',
    waiting: 'Ödemeniz bekleniyor. Bu sayfa kendiliğinden kontrol eder.',
    staleTitle: 'Lütfen düğmeye yeniden basın',
    staleText: 'Form çok uzun süre açık kaldı ya da tarayıcınız çerez saklamıyor.',
  },
  uk: {
    cardTitle: 'Для картки потрібен JavaScript',
    cardText:
      'Дані картки шифруються у браузері перед надсиланням, і це може лише JavaScript. Увімкніть його й завантажте сторінку знову.',
    checkNow: 'Перевірити зараз',
    payBy: 'Сплатити до',
    waiting: 'Чекаємо на ваш платіж. Сторінка перевіряє це сама.',
    staleTitle: 'Натисніть кнопку ще раз',
    staleText: 'Форма була відкрита надто довго, або ваш браузер не зберігає файли cookie.',
  },
  ru: {
    cardTitle: 'Для карты нужен JavaScript',
    cardText:
      'Данные карты шифруются в браузере перед отправкой, и это может только JavaScript. Включите его и загрузите страницу заново.',
    checkNow: 'Проверить сейчас',
    payBy: 'Оплатить до',
    waiting: 'Ждём ваш платёж. Страница проверяет это сама.',
    staleTitle: 'Нажмите кнопку ещё раз',
    staleText: 'Форма была открыта слишком долго, или ваш браузер не хранит файлы cookie.',
  },
  ar: {
    cardTitle: 'تحتاج البطاقة إلى JavaScript',
    cardText:
      'تُشفَّر بطاقتك في متصفحك قبل إرسالها، ولا يستطيع ذلك إلا JavaScript. فعّله ثم أعد تحميل هذه الصفحة.',
    checkNow: 'تحقّق الآن',
    payBy: 'الدفع قبل',
    waiting: 'في انتظار دفعتك. تتحقّق هذه الصفحة منها تلقائيًا.',
    staleTitle: 'اضغط الزر مرة أخرى من فضلك',
    staleText: 'ظلّ النموذج مفتوحًا مدة طويلة، أو أن متصفحك لا يحفظ ملفات تعريف الارتباط.',
  },
  he: {
    cardTitle: 'תשלום בכרטיס זקוק ל-JavaScript',
    cardText:
      'הכרטיס מוצפן בדפדפן לפני שליחתו, ורק JavaScript יכול לעשות זאת. יש להפעיל אותו ולטעון את הדף מחדש.',
    checkNow: 'בדיקה עכשיו',
    payBy: 'לתשלום עד',
    waiting: 'ממתינים לתשלום שלך. הדף בודק זאת בעצמו.',
    staleTitle: 'יש ללחוץ שוב על הכפתור',
    staleText: 'הטופס היה פתוח זמן רב מדי, או שהדפדפן אינו שומר קובצי Cookie.',
  },
  ja: {
    cardTitle: 'カードには JavaScript が必要です',
    cardText:
      'カード情報は送信前にブラウザ内で暗号化されます。これには JavaScript が必要です。有効にして、ページを再読み込みしてください。',
    checkNow: '今すぐ確認',
    payBy: '支払期限',
    waiting: 'お支払いをお待ちしています。このページは自動で確認します。',
    staleTitle: 'もう一度ボタンを押してください',
    staleText: 'フォームを開いてから時間がたちすぎたか、ブラウザが Cookie を保存していません。',
  },
  ko: {
    cardTitle: '카드에는 JavaScript가 필요합니다',
    cardText:
      '카드 정보는 전송 전에 브라우저에서 암호화되며, 이는 JavaScript로만 가능합니다. JavaScript를 켜고 페이지를 다시 불러와 주세요.',
    checkNow: '지금 확인',
    payBy: '결제 기한',
    waiting: '결제를 기다리고 있습니다. 이 페이지가 자동으로 확인합니다.',
    staleTitle: '버튼을 다시 눌러 주세요',
    staleText: '양식이 너무 오래 열려 있었거나 브라우저가 쿠키를 저장하지 않습니다.',
  },
  'zh-CN': {
    cardTitle: '银行卡支付需要 JavaScript',
    cardText: '您的卡信息在发送前于浏览器中加密，只有 JavaScript 能做到。请启用后重新加载页面。',
    checkNow: '立即查看',
    payBy: '付款截止时间',
    waiting: '正在等待您的付款。此页面会自动查看。',
    staleTitle: '请再按一次按钮',
    staleText: '表单打开时间过长，或您的浏览器不保存 Cookie。',
  },
}

export function wordsWithoutScript(locale: string): WithoutScriptWords {
  const words = WITHOUT_SCRIPT_WORDS[locale]
  if (words === undefined) throw new Error(`no words without script in ${locale}`)
  return words
}
