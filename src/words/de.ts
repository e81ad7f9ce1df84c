import type {
  AllSandboxWords,
  AssistWords,
  BankWords,
  NoScriptWords,
  PlainWords,
} from './places.ts'
import type { Words } from './words.ts'

export const page: Words = {
  'page.title': '{amount} an {merchant} zahlen',
  'page.language': 'Sprache',

  'merchant.help': 'Hilfe',
  'merchant.terms': 'AGB',
  'merchant.privacy': 'Datenschutz',

  'order.label': 'Bestellung',
  'order.to-pay': 'Zu zahlen',
  'order.paid': 'Sie haben bezahlt',
  'order.see': 'Bestelldetails',
  'order.units': { one: '{count} Stück', other: '{count} Stück' },
  'order.subtotal': 'Zwischensumme',
  'order.discount': 'Rabatt',
  'order.shipping': 'Versand',
  'order.tax': 'Steuern',
  'order.free': 'Kostenlos',
  'order.interest': 'Zinsen',
  'order.interest-plan': '{count} Raten, {rate} pro Monat',
  'order.difference': 'Ausgleich',
  'order.total': 'Gesamt',
  'order.reference': 'Bestellung {reference}',
  'order.back': 'Zurück zu {merchant}',

  'method.heading': 'Zahlen mit',
  'method.group': 'Zahlungsart',
  'method.card': 'Karte',
  'method.pix': 'Pix',
  'method.boleto': 'Boleto',
  'method.card.heading': 'Mit Karte zahlen',
  'method.pix.heading': 'Mit Pix zahlen',
  'method.boleto.heading': 'Mit Boleto zahlen',
  'method.off': '{discount} Rabatt',
  'method.pix.aside': 'In Sekunden bestätigt',
  'method.boleto.aside': '1 bis 3 Werktage',
  'method.pix.how': 'Sie erhalten einen Code, den Sie in Ihrer Banking-App einfügen oder scannen.',
  'method.boleto.how':
    'Sie erhalten einen Boleto, den Sie in Ihrer Banking-App, in einer Filiale oder einer Lottoannahmestelle bezahlen.',

  'field.card-number': 'Kartennummer',
  'field.card-expiry': 'Ablaufdatum',
  'field.card-code': 'Prüfnummer',
  'field.card-name': 'Name auf der Karte',
  'field.installments': 'Raten',
  'field.email': 'E-Mail',
  'field.name': 'Vollständiger Name',
  'field.phone': 'Telefon',
  'field.tax-id': 'CPF oder CNPJ',
  'field.country': 'Land',
  'field.postal-code': 'Postleitzahl',
  'field.address-line1': 'Straße und Hausnummer',
  'field.street': 'Straße',
  'field.street-number': 'Hausnummer',
  'field.address-line2': 'Adresszusatz',
  'field.district': 'Stadtteil',
  'field.city': 'Ort',
  'field.state': 'Bundesland oder Region',
  'field.optional': 'optional',
  'field.address': 'Rechnungsadresse',

  'hint.card-expiry': 'MM / JJ',
  'hint.card-code': '{count} Ziffern',
  'hint.card-code.front': '4 Ziffern auf der Vorderseite der Karte',
  'hint.card-name': 'Wie auf der Karte gedruckt',
  'hint.email': 'für den Beleg',
  'hint.email.contact': 'für Rückfragen des Shops',

  'error.card-number.missing': 'Geben Sie die Kartennummer ein.',
  'error.card-number.wrong': 'Prüfen Sie die Kartennummer.',
  'error.card-expiry.missing': 'Geben Sie das Ablaufdatum ein.',
  'error.card-expiry.wrong': 'Geben Sie Monat und Jahr ein, zum Beispiel 08 / 29.',
  'error.card-expiry.month': 'Geben Sie einen Monat von 01 bis 12 ein, zum Beispiel 08 / 29.',
  'error.card-expiry.past': 'Diese Karte ist abgelaufen. Verwenden Sie eine andere.',
  'error.card-code.missing': 'Geben Sie die Prüfnummer ein.',
  'error.card-code.again': 'Geben Sie die Prüfnummer erneut ein.',
  'error.card-code.wrong': 'Geben Sie alle Ziffern der Prüfnummer ein.',
  'error.card-name.missing': 'Geben Sie den Namen so ein, wie er auf der Karte steht.',
  'error.card-name.wrong':
    'Das sieht nach einer Nummer aus. Geben Sie den Namen auf der Karte ein.',
  'error.email.missing': 'Geben Sie Ihre E-Mail-Adresse ein.',
  'error.email.wrong':
    'Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel ana@example.com.',
  'error.name.missing': 'Geben Sie Ihren vollständigen Namen ein.',
  'error.phone.missing': 'Geben Sie Ihre Telefonnummer mit Vorwahl ein.',
  'error.phone.wrong':
    'Geben Sie die Nummer mit Vorwahl, ohne Nebenstelle ein. Nummern aus einem anderen Land beginnen mit +.',
  'error.tax-id.missing': 'Geben Sie CPF oder CNPJ ein.',
  'error.tax-id.wrong': 'Prüfen Sie CPF oder CNPJ.',
  'error.country.missing': 'Wählen Sie das Land.',
  'error.postal-code.missing': 'Geben Sie die Postleitzahl ein.',
  'error.postal-code.wrong': 'Geben Sie die 8 Ziffern der CEP ein.',
  'error.address-line1.missing': 'Geben Sie Straße und Hausnummer ein.',
  'error.city.missing': 'Geben Sie den Ort ein.',
  'error.state.missing': 'Geben Sie Bundesland oder Region ein.',
  'error.refused': 'Bitte prüfen Sie dieses Feld.',
  'error.text': 'Der Text ist zu lang oder enthält unsichtbare Zeichen.',
  'error.summary': {
    one: 'Bitte {count} Feld prüfen: {fields}.',
    other: 'Bitte {count} Felder prüfen: {fields}.',
  },

  'card.frame': 'Kartendaten',
  'card.failed.title': 'Die Kartenfelder konnten nicht geladen werden',
  'card.failed.text':
    'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut. Es wurde nichts gesendet.',

  'installments.once': 'In einer Zahlung, {amount}',
  'installments.free': 'ohne Zinsen',
  'installments.free-up-to': 'Bis zu {count} Raten ohne Zinsen',
  'installments.charged': '{total} mit Zinsen',
  'installments.rate': '{rate} Zinsen pro Monat ab {count} Raten',
  'installments.up-to': 'bis zu {count} × {amount} ohne Zinsen',
  'installments.then': 'danach {rate} pro Monat',

  'pay.button': '{amount} zahlen',
  'pay.button.pix': 'Pix-Code erstellen',
  'pay.button.boleto': 'Boleto erstellen',
  'pay.busy': 'Zahlung läuft …',
  'pay.slow': 'Ihre Bank wird angefragt …',
  'pay.busy.generating': 'Wird erstellt …',
  'pay.card-promise': 'Ihre Karte wird verschlüsselt, bevor sie diese Seite verlässt.',
  'pay.another-way': 'Andere Zahlungsart',
  'pay.return.pix': 'Zurück zum Pix-Code',
  'pay.return.boleto': 'Zurück zum Boleto',
  'pay.return.card': 'Zurück zur Bestätigung durch Ihre Bank',
  'pay.time-left': 'Noch {time} Zeit zum Bezahlen.',
  'pay.attempts-left': {
    one: 'Sie können es noch einmal versuchen.',
    other: 'Sie können es noch {count} Mal versuchen.',
  },

  'authorize.button': '{amount} autorisieren',
  'authorize.busy': 'Autorisierung läuft …',
  'authorize.note': 'Abgebucht wird erst, wenn {merchant} bestätigt.',

  'no-money-taken': 'Es wurde nichts abgebucht.',
  'do-not-pay-again': 'Bitte nicht noch einmal zahlen.',

  'decline.card_declined.title': 'Ihre Bank hat diese Karte abgelehnt',
  'decline.card_declined.text':
    'Einen Grund hat sie nicht genannt. Versuchen Sie eine andere Karte oder wenden Sie sich an Ihre Bank.',
  'decline.insufficient_funds.title': 'Guthaben oder Limit reicht nicht',
  'decline.insufficient_funds.text':
    'Auf dieser Karte ist nicht genug Guthaben oder Limit. Versuchen Sie eine andere Karte oder Zahlungsart.',
  'decline.card_details.title': 'Die Kartendaten sind nicht korrekt',
  'decline.card_details.text':
    'Prüfen Sie Kartennummer, Ablaufdatum und Prüfnummer oder verwenden Sie eine andere Karte.',
  'decline.processing_error.title': 'Die Bank konnte diese Karte nicht verarbeiten',
  'decline.processing_error.text':
    'Versuchen Sie es gleich noch einmal oder verwenden Sie eine andere Karte.',
  'decline.lost_card.title': 'Diese Karte kann nicht verwendet werden',
  'decline.lost_card.text':
    'Verwenden Sie eine andere Karte oder Zahlungsart oder wenden Sie sich an Ihre Bank.',
  'decline.stolen_card.title': 'Diese Karte kann nicht verwendet werden',
  'decline.stolen_card.text':
    'Verwenden Sie eine andere Karte oder Zahlungsart oder wenden Sie sich an Ihre Bank.',
  'decline.suspected_fraud.title': 'Diese Zahlung wurde nicht autorisiert',
  'decline.suspected_fraud.text': 'Verwenden Sie eine andere Karte oder eine andere Zahlungsart.',
  'decline.authentication_failed.title': 'Ihre Bank konnte nicht bestätigen, dass Sie es sind',
  'decline.authentication_failed.text':
    'Versuchen Sie es erneut oder verwenden Sie eine andere Karte.',
  'decline.authentication_abandoned.title':
    'Die Bestätigung bei Ihrer Bank wurde nicht abgeschlossen',
  'decline.authentication_abandoned.text':
    'Versuchen Sie es erneut und schließen Sie sie dort ab, oder verwenden Sie eine andere Karte.',
  'decline.pix_expired.title': 'Der Pix-Code ist abgelaufen',
  'decline.pix_expired.text': 'Erstellen Sie unten einen neuen.',
  'decline.boleto_expired.title': 'Der Boleto ist abgelaufen',
  'decline.boleto_expired.text': 'Erstellen Sie unten einen neuen.',
  'decline.replaced.title': 'Ihre vorherige Zahlung wurde abgebrochen',
  'decline.replaced.text': 'Wählen Sie, wie Sie zahlen möchten.',
  'decline.other.title': 'Die Zahlung ist nicht durchgegangen',
  'decline.other.text': 'Versuchen Sie es erneut oder wählen Sie eine andere Zahlungsart.',
  'decline.enter-again': 'Geben Sie Ihre Kartendaten erneut ein.',

  'refused.too_many_attempts.title': 'Zu viele Versuche',
  'refused.too_many_attempts.text': 'Gehen Sie zurück zum Shop und beginnen Sie eine neue Zahlung.',
  'refused.rate_limited.title': 'Zu viele Versuche von diesem Gerät',
  'refused.rate_limited.text': 'Warten Sie eine Minute und versuchen Sie es dann erneut.',
  'refused.payments_unavailable.title': 'Diese Zahlungsart ist gerade nicht verfügbar',
  'refused.card-later.text': {
    one: 'In {count} Minute können Sie es wieder mit einer Karte versuchen.',
    other: 'In {count} Minuten können Sie es wieder mit einer Karte versuchen.',
  },
  'refused.other-way': 'Oder wählen Sie jetzt eine andere Zahlungsart.',
  'refused.validation_failed.title': 'Es fehlt etwas',
  'refused.validation_failed.text': 'Prüfen Sie die Felder unten.',
  'refused.other.title': 'Das hat nicht geklappt',
  'refused.other.text':
    'Versuchen Sie es erneut. Tritt es wieder auf, nennen Sie dem Shop diese Referenz: {requestId}',

  'challenge.title': 'Bei Ihrer Bank bestätigen',
  'challenge.text':
    'Ihre Bank muss bestätigen, dass Sie es sind. Danach kommen Sie hierher zurück.',
  'challenge.button': 'Weiter zu Ihrer Bank',
  'challenge.dialog.open': 'Seite Ihrer Bank öffnen',
  'challenge.dialog.close': 'Schließen',

  'pix.title': 'Mit Pix zahlen',
  'pix.step.copy': 'Kopieren Sie den Code.',
  'pix.step.paste': 'Öffnen Sie Ihre Banking-App und fügen Sie ihn unter Pix ein.',
  'pix.step.open': 'Öffnen Sie Ihre Banking-App und wählen Sie Pix.',
  'pix.step.scan': 'Scannen Sie diesen Code.',
  'pix.step.payee': 'Prüfen Sie, ob {merchant} als Empfänger steht, und bestätigen Sie.',
  'pix.or-scan': 'Oder mit einem anderen Telefon scannen',
  'pix.code': 'Pix-Code',
  'pix.qr': 'Pix-QR-Code',
  'pix.copy': 'Pix-Code kopieren',
  'pix.next': 'Öffnen Sie jetzt Ihre Banking-App.',
  'pix.waiting': 'Wir warten auf Ihre Zahlung · noch {time}',
  'pix.until': 'bis {time}',
  'pix.over': 'Wir prüfen, ob Ihre Zahlung angekommen ist.',
  'pix.soon': 'Noch {time}, um mit diesem Code zu zahlen.',
  'pix.payee': 'Empfänger',
  'pix.id': 'Pix-Transaktions-ID',
  'pix.id.copy': 'Pix-Transaktions-ID kopieren',

  'boleto.title': 'Ihr Boleto ist bereit',
  'boleto.how':
    'Bezahlen Sie ihn in Ihrer Banking-App, in einer Filiale oder einer Lottoannahmestelle.',
  'boleto.due': 'Fällig am',
  'boleto.amount': 'Betrag',
  'boleto.line': 'Boleto-Nummer',
  'boleto.barcode': 'Strichcode des Boletos',
  'boleto.copy': 'Boleto-Nummer kopieren',
  'boleto.pdf': 'Boleto öffnen (PDF)',
  'boleto.waiting':
    'Die Bestätigung dauert 1 bis 3 Werktage. Sie können diese Seite schließen; der Boleto bleibt unter diesem Link.',

  copied: 'Kopiert',
  'copied.not':
    'Ihr Browser hat nicht kopiert. Der Text ist im Feld markiert: Drücken Sie Strg+C (⌘C am Mac), oder halten Sie ihn gedrückt und wählen Sie „Kopieren“.',

  'checking.title': 'Wir prüfen Ihre Zahlung',
  'checking.text':
    'Bitte nicht noch einmal zahlen. Diese Seite aktualisiert sich von selbst, meist innerhalb einer Minute.',
  'checking.offline':
    'Bitte nicht noch einmal zahlen. Es geht weiter, sobald die Verbindung wieder da ist.',
  'checking.long':
    'Das dauert länger als üblich. Sie können diese Seite schließen; wir informieren {merchant}, sobald die Bank antwortet.',
  'processing.title': 'Ihre Zahlung wird verarbeitet',
  'processing.text': 'Bitte nicht noch einmal zahlen. Diese Seite aktualisiert sich von selbst.',

  'paid.title': 'Zahlung eingegangen',
  'paid.told': '{merchant} hat Ihre Zahlung erhalten. Sie können diese Seite schließen.',
  'paid.already.title': 'Diese Bestellung ist bereits bezahlt',
  'paid.already.text': 'Es ist nichts mehr zu tun. Hier ist Ihr Beleg.',
  'paid.refunded.title': 'Diese Zahlung wurde erstattet',
  'paid.refunded.text': 'Sie erhalten das Geld über dieselbe Zahlungsart zurück.',
  'paid.telling': 'Wir informieren {merchant} …',
  'paid.returning': {
    one: 'In {count} Sekunde geht es zurück zum Shop.',
    other: 'In {count} Sekunden geht es zurück zum Shop.',
  },
  'paid.stay': 'Hier bleiben',
  'paid.print': 'Drucken oder speichern',
  'paid.receipt': 'Zahlungsbeleg',
  'paid.email': 'Wir senden den Beleg an {email}.',

  'authorized.title': 'Zahlung autorisiert',
  'authorized.text':
    '{merchant} belastet Ihre Karte später, spätestens am {date}. Bisher wurde nichts abgebucht.',
  'authorized.amount': 'Autorisiert',
  'released.title': 'Die Reservierung wurde aufgehoben',
  'released.text': 'Ihre Bank zeigt die Reservierung möglicherweise noch einige Tage an.',

  'refund.title': '{amount} erstattet',
  'refund.to-card':
    'Das Geld geht auf Ihre Karte zurück. Es kann bis zur übernächsten Abrechnung dauern, bis es dort erscheint.',
  'refund.to-account':
    'Ein Boleto wird meist auf ein Bankkonto erstattet. {merchant} kann Ihnen sagen, wie Sie das Geld erhalten.',
  'refund.paid': 'Gezahlt',
  'refund.refunded': 'Erstattet',
  'refund.reversed': 'Von Ihrer Bank zurückgebucht',
  'refund.balance': 'Gesamt nach Erstattung',
  'refund.taken-back.title': 'Ihre Bank hat diese Zahlung zurückgebucht',
  'refund.taken-back.part': 'Ihre Bank hat {amount} zurückgebucht',
  'refund.taken-back.text':
    'Ihre Bank hat {amount} dieser Zahlung zurückgebucht und kann Ihnen den Grund nennen. Bei Fragen zur Bestellung wenden Sie sich an {merchant}.',
  'refund.taken-back.left': 'Gesamt danach',
  'refund.undelivered':
    'Eine Erstattung von {amount} konnte nicht zugestellt werden. Fragen Sie {merchant}.',

  'receipt.amount': 'Betrag',
  'receipt.method': 'Zahlungsart',
  'receipt.card': 'Karte',
  'receipt.card-ending': '{brand}, endet auf {lastFour}',
  'receipt.card-unbranded': 'Endet auf {lastFour}',
  'receipt.installments': 'Raten',
  'receipt.in-installments': '{count} × {amount}',
  'receipt.when': 'Datum',
  'receipt.number': 'Zahlungs-ID',
  'receipt.copy': 'Zahlungs-ID kopieren',
  'receipt.order': 'Bestellung',
  'receipt.seller': 'Verkauft von',
  'receipt.buyer': 'Käufer',

  'email.subject': 'Ihr Beleg von {merchant}',
  'email.title': 'Sie haben {amount} an {merchant} bezahlt',
  'email.link': 'Beleg öffnen',
  'email.lasting': 'Dort können Sie ihn jederzeit lesen, drucken oder speichern.',
  'email.boleto-due': 'Ihr Boleto von {merchant} ist am {date} fällig',
  'email.why':
    'Diese Nachricht wurde automatisch gesendet, weil diese Adresse bei der Zahlung angegeben wurde. Bei Fragen zur Bestellung wenden Sie sich an {merchant}.',

  'expired.title': 'Die Zahlungsfrist ist abgelaufen',
  'expired.text':
    'Gehen Sie zurück zum Shop und versuchen Sie es erneut. Ihr Warenkorb ist vielleicht noch da.',
  'canceled.title': 'Diese Zahlung wurde storniert',
  'canceled.text': 'Möchten Sie weiterhin kaufen, gehen Sie zurück zum Shop.',
  'ended.money-came':
    'Ihre Zahlung kam zu spät an. {merchant} nimmt sie an oder erstattet sie; fragen Sie dort nach, wenn Sie nichts hören.',
  'ended.money-returned': 'Ihre Zahlung kam zu spät an und wird erstattet.',
  'not-found.title': 'Wir finden diese Zahlung nicht',
  'not-found.text': 'Prüfen Sie den Link, oder gehen Sie zurück zum Shop und beginnen Sie neu.',
  'not-found.back': 'Zurück',
  'broken.title': 'Bei uns ist etwas schiefgelaufen',
  'broken.text': 'Versuchen Sie es erneut, um den Stand Ihrer Zahlung zu sehen.',
  'broken.request': 'Tritt es wieder auf, nennen Sie dem Shop diese Referenz:',
  'broken.again': 'Erneut versuchen',

  'connection.offline': 'Sie sind offline. Es geht weiter, sobald Sie wieder online sind.',
  'connection.lost': 'Die Zahlungsseite ist nicht erreichbar. Neuer Versuch …',

  'state.loading': 'Wird geladen …',
}

export const plain: PlainWords = {
  home: 'Ein Shop leitet Sie hierher, wenn Sie bezahlen. Ohne Bestellung gibt es hier nichts zu sehen.',
  formTitle: 'Dieses Formular wurde nicht angenommen',
  formText:
    'Gehen Sie zurück, laden Sie die Seite Ihrer Bestellung neu und versuchen Sie es dort noch einmal.',
  cardTitle: 'Bitte versuchen Sie es noch einmal',
  cardText:
    'Kartenzahlung ist gerade nicht möglich. Versuchen Sie es gleich noch einmal oder wählen Sie eine andere Zahlungsart.',
  busyTitle: 'Gerade ist sehr viel los',
  busyText:
    'Ihre Bestellung bleibt erhalten. Lassen Sie diese Seite offen: Sie lädt in einigen Sekunden von selbst neu.',
}

export const noScript: NoScriptWords = {
  cardTitle: 'Kartenzahlung braucht JavaScript',
  cardText:
    'Ihre Karte wird vor dem Senden in Ihrem Browser verschlüsselt, und das kann nur JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
  checkNow: 'Jetzt prüfen',
  payBy: 'Zahlbar bis',
  waiting: 'Wir warten auf Ihre Zahlung. Diese Seite aktualisiert sich von selbst.',
  staleTitle: 'Bitte versuchen Sie es noch einmal',
  staleText: 'Das Formular war zu lange offen, oder Ihr Browser speichert keine Cookies.',
}

export const assist: AssistWords = {
  emailMeant: 'Meinten Sie {email}?',
  cnpjWithLetters: 'CNPJ mit Buchstaben',
}

export const sandbox: AllSandboxWords = {
  banner: 'Sandbox. Hier fließt kein echtes Geld.',
  testValues: 'Testkarten und Test-E-Mails',
  paid: 'bezahlt',
  declined: 'abgelehnt',
  insufficientFunds: 'zu wenig Guthaben',
  challenge: 'bei der Bank bestätigt',
  processing: 'erst „in Bearbeitung“, dann bezahlt',
  noAnswer: 'die Bank antwortet nicht: „wird geprüft“, dann bezahlt',
  paidAtOnce: 'Pix oder Boleto, sofort bezahlt',
  expiresAtOnce: 'Pix oder Boleto, sofort abgelaufen',
  neverPaid: 'Pix oder Boleto, nie bezahlt',
  anyExpiryAndCode: 'Beliebiges künftiges Ablaufdatum, beliebige Prüfnummer.',
  decide: 'Bestimmen, was geschieht',
  declineCode: 'Ablehnungscode',
  notPossible: 'Das ist jetzt nicht möglich.',
  preview:
    'Vorschau einer Zahlungsseite: Dahinter steht keine Bestellung, und hier kann nichts bezahlt werden.',
  outcomes: {
    pay: 'Bezahlt',
    decline: 'Abgelehnt',
    challenge_failed: '3-D Secure gescheitert',
    pix_paid: 'Pix bezahlt',
    pix_paid_late: 'Pix zu spät bezahlt',
    boleto_paid: 'Boleto bezahlt',
    boleto_paid_late: 'Boleto zu spät bezahlt',
    processor_timeout: 'Bank antwortet nicht',
    expire: 'Sitzung abgelaufen',
    void: 'Reservierung aufgehoben',
    authorization_expired: 'Reservierung abgelaufen',
  },
}

export const bank: BankWords = {
  bank: 'Sandbox-Bank',
  ribbon: 'Simulator: keine echte Bank, kein echtes Geld',
  title: 'Bestätigen Sie diese Zahlung',
  explanation:
    'Hier würde die Bank, die Ihre Karte ausgegeben hat, prüfen, ob Sie es sind. In der Sandbox wählen Sie das Ergebnis.',
  merchant: 'Shop',
  amount: 'Betrag',
  card: 'Karte',
  cardEndingIn: 'endet auf',
  complete: 'Authentifizierung abschließen',
  fail: 'Authentifizierung ablehnen',
  cancel: 'Abbrechen',
  notFoundTitle: 'Diese Seite gibt es nicht',
  notFound: 'Die Adresse ist unvollständig oder gehört zu keiner Zahlung dieser Sandbox.',
}
