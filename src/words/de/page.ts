import type { Words } from '../words.ts'

export const de: Words = {
  'page.title': '{amount} an {merchant} zahlen',
  'page.language': 'Sprache',

  'order.label': 'Bestellung',
  'order.to-pay': 'Zu zahlen',
  'order.paid': 'Sie haben gezahlt',
  'order.see': 'Bestellung ansehen',
  'order.units': { one: '{count} Stück', other: '{count} Stück' },
  'order.subtotal': 'Zwischensumme',
  'order.discount': 'Rabatt',
  'order.shipping': 'Versand',
  'order.tax': 'Steuern',
  'order.free': 'Kostenlos',
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
  'method.pix.aside': 'In Sekunden bestätigt',
  'method.boleto.aside': '1 bis 3 Werktage',
  'method.pix.how':
    'Sie erhalten einen Code zum Kopieren oder Scannen und zahlen in der App Ihrer Bank.',
  'method.boleto.how':
    'Sie erhalten einen Zahlschein, den Sie in der App Ihrer Bank, in einer Filiale oder einer Lottoannahmestelle zahlen.',

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
  'field.address-line2': 'Wohnung oder Zusatz',
  'field.city': 'Stadt',
  'field.state': 'Bundesstaat',
  'field.optional': 'optional',
  'field.address': 'Rechnungsadresse',

  'hint.card-expiry': 'MM / JJ',
  'hint.card-code': '{count} Ziffern',
  'hint.card-code.front': '4 Ziffern auf der Vorderseite der Karte',
  'hint.card-name': 'Wie auf der Karte gedruckt',
  'hint.email': 'für den Beleg',

  'error.card-number.missing': 'Geben Sie die Kartennummer ein.',
  'error.card-number.wrong': 'Diese Kartennummer stimmt nicht. Prüfen Sie die Ziffern.',
  'error.card-expiry.missing': 'Geben Sie Monat und Jahr ein.',
  'error.card-expiry.wrong': 'Geben Sie Monat und Jahr ein, zum Beispiel 08 / 29.',
  'error.card-expiry.past': 'Diese Karte ist abgelaufen. Verwenden Sie eine andere.',
  'error.card-code.missing': 'Geben Sie die Prüfnummer ein.',
  'error.card-code.again': 'Geben Sie die Prüfnummer erneut ein.',
  'error.card-code.wrong': 'Geben Sie alle Ziffern der Prüfnummer ein.',
  'error.card-name.missing': 'Geben Sie den Namen so ein, wie er auf der Karte steht.',
  'error.card-name.wrong':
    'Das sieht nach einer Nummer aus. Geben Sie den Namen auf der Karte ein.',
  'error.email.missing': 'Geben Sie Ihre E-Mail-Adresse ein.',
  'error.email.wrong': 'Geben Sie eine E-Mail-Adresse wie ana@example.com ein.',
  'error.name.missing': 'Geben Sie Ihren vollständigen Namen ein.',
  'error.phone.missing': 'Geben Sie Ihre Telefonnummer mit Vorwahl ein.',
  'error.phone.wrong':
    'Geben Sie die Telefonnummer mit Vorwahl ein; aus einem anderen Land beginnt sie mit +.',
  'error.tax-id.missing': 'Geben Sie eine CPF oder CNPJ ein.',
  'error.tax-id.wrong': 'Diese CPF oder CNPJ stimmt nicht. Prüfen Sie die Ziffern.',
  'error.country.missing': 'Wählen Sie das Land.',
  'error.postal-code.missing': 'Geben Sie die Postleitzahl ein.',
  'error.postal-code.wrong': 'Geben Sie die 8 Ziffern der CEP ein.',
  'error.address-line1.missing': 'Geben Sie Straße und Hausnummer ein.',
  'error.city.missing': 'Geben Sie die Stadt ein.',
  'error.state.missing': 'Geben Sie den Bundesstaat ein.',
  'error.refused': 'Das wurde nicht angenommen. Bitte prüfen Sie es.',
  'error.summary': {
    one: '{count} Feld braucht noch einen Blick: {fields}.',
    other: '{count} Felder brauchen noch einen Blick: {fields}.',
  },

  'card.frame': 'Kartendaten',
  'card.failed.title': 'Die Kartenfelder reagieren nicht',
  'card.failed.text':
    'Prüfen Sie Ihre Verbindung und laden Sie die Felder neu. Es wurde nichts gesendet.',

  'installments.once': '1 × {amount}',
  'installments.interest-free': '{count} × {amount} ohne Zinsen',
  'installments.with-interest': '{count} × {amount}, gesamt {total}',

  'pay.button': '{amount} zahlen',
  'pay.busy': 'Wird gezahlt…',
  'pay.card-promise': 'Ihre Karte wird verschlüsselt, bevor sie diese Seite verlässt.',
  'pay.another-way': 'Anders zahlen',
  'pay.return.pix': 'Zurück zum Pix-Code',
  'pay.return.boleto': 'Zurück zum Boleto',
  'pay.return.card': 'Zurück zur Bestätigung durch Ihre Bank',
  'pay.time-left': 'Sie haben noch {time} Zeit zu zahlen.',
  'pay.attempts-left': {
    one: 'Sie können es noch {count} Mal versuchen.',
    other: 'Sie können es noch {count} Mal versuchen.',
  },

  'no-money-taken': 'Es wurde kein Geld abgebucht.',
  'do-not-pay-again': 'Zahlen Sie nicht noch einmal.',

  'decline.card_declined.title': 'Ihre Bank hat diese Karte abgelehnt',
  'decline.card_declined.text':
    'Sie hat keinen Grund genannt. Versuchen Sie eine andere Karte oder fragen Sie Ihre Bank.',
  'decline.insufficient_funds.title': 'Ihre Bank hat diese Karte abgelehnt',
  'decline.insufficient_funds.text':
    'Guthaben oder Limit reichen nicht aus. Versuchen Sie eine andere Karte oder eine andere Zahlungsart.',
  'decline.card_details.title': 'Die Kartendaten stimmen nicht',
  'decline.card_details.text':
    'Prüfen Sie Kartennummer, Ablaufdatum und Prüfnummer oder verwenden Sie eine andere Karte.',
  'decline.processing_error.title': 'Die Bank konnte diese Karte nicht verarbeiten',
  'decline.processing_error.text':
    'Versuchen Sie es gleich noch einmal oder verwenden Sie eine andere Karte.',
  'decline.lost_card.title': 'Diese Karte kann nicht verwendet werden',
  'decline.lost_card.text':
    'Verwenden Sie eine andere Karte oder Zahlungsart oder fragen Sie Ihre Bank.',
  'decline.stolen_card.title': 'Diese Karte kann nicht verwendet werden',
  'decline.stolen_card.text':
    'Verwenden Sie eine andere Karte oder Zahlungsart oder fragen Sie Ihre Bank.',
  'decline.suspected_fraud.title': 'Diese Zahlung wurde nicht genehmigt',
  'decline.suspected_fraud.text': 'Verwenden Sie eine andere Karte oder eine andere Zahlungsart.',
  'decline.authentication_failed.title': 'Ihre Bank konnte nicht bestätigen, dass Sie es sind',
  'decline.authentication_failed.text':
    'Versuchen Sie es erneut oder verwenden Sie eine andere Karte.',
  'decline.authentication_abandoned.title':
    'Die Bestätigung bei Ihrer Bank wurde nicht abgeschlossen',
  'decline.authentication_abandoned.text':
    'Versuchen Sie es erneut und schließen Sie sie dort ab, oder verwenden Sie eine andere Karte.',
  'decline.pix_expired.title': 'Der Pix-Code ist abgelaufen',
  'decline.pix_expired.text': 'Drücken Sie die Taste unten, um einen neuen zu erhalten.',
  'decline.boleto_expired.title': 'Der Boleto ist abgelaufen',
  'decline.boleto_expired.text': 'Drücken Sie die Taste unten, um einen neuen zu erhalten.',
  'decline.replaced.title': 'Die vorherige Zahlung wurde aufgegeben',
  'decline.replaced.text': 'Wählen Sie, wie Sie zahlen möchten.',
  'decline.other.title': 'Die Zahlung kam nicht zustande',
  'decline.other.text': 'Versuchen Sie es erneut oder wählen Sie eine andere Zahlungsart.',

  'refused.too_many_attempts.title': 'Zu viele Versuche',
  'refused.too_many_attempts.text': 'Gehen Sie zurück zum Shop und beginnen Sie eine neue Zahlung.',
  'refused.rate_limited.title': 'Zu viele Anfragen von diesem Gerät',
  'refused.rate_limited.text': 'Warten Sie eine Minute und versuchen Sie es dann erneut.',
  'refused.payments_unavailable.title': 'Diese Zahlungsart funktioniert gerade nicht',
  'refused.card-later.text': {
    one: 'In {count} Minute können Sie es wieder mit einer Karte versuchen.',
    other: 'In {count} Minuten können Sie es wieder mit einer Karte versuchen.',
  },
  'refused.other-way': 'Oder wählen Sie jetzt eine andere Zahlungsart.',
  'refused.validation_failed.title': 'Es fehlt etwas',
  'refused.validation_failed.text': 'Prüfen Sie die Felder unten.',
  'refused.other.title': 'Das hat nicht geklappt',
  'refused.other.text':
    'Versuchen Sie es erneut. Wenn es wieder geschieht, nennen Sie dem Shop diese Nummer: {requestId}',

  'challenge.title': 'Bei Ihrer Bank bestätigen',
  'challenge.text':
    'Ihre Bank möchte sicher sein, dass Sie es sind. Nach der Bestätigung kommen Sie auf diese Seite zurück.',
  'challenge.button': 'Weiter zu Ihrer Bank',

  'pix.title': 'Mit Pix zahlen',
  'pix.how-to-copy': 'Kopieren Sie den Code und fügen Sie ihn in der App Ihrer Bank unter Pix ein.',
  'pix.how-to-scan': 'Öffnen Sie die App Ihrer Bank, wählen Sie Pix und scannen Sie diesen Code.',
  'pix.or-scan': 'Oder mit einem anderen Telefon scannen',
  'pix.code': 'Pix-Code',
  'pix.qr': 'Pix-QR-Code',
  'pix.copy': 'Pix-Code kopieren',
  'pix.waiting': 'Wir warten auf Ihre Zahlung, noch {time}',
  'pix.over': 'Der Code ist abgelaufen. Wir fragen nach, ob Ihre Zahlung angekommen ist.',
  'pix.soon': 'Noch {time}, um mit diesem Code zu zahlen.',

  'boleto.title': 'Ihr Boleto ist bereit',
  'boleto.how':
    'Zahlen Sie ihn in der App Ihrer Bank, in einer Filiale oder einer Lottoannahmestelle.',
  'boleto.due': 'Fällig am',
  'boleto.amount': 'Betrag',
  'boleto.line': 'Nummer zum Eintippen',
  'boleto.barcode': 'Strichcode des Boletos',
  'boleto.copy': 'Boleto-Nummer kopieren',
  'boleto.print': 'Drucken oder als PDF speichern',
  'boleto.waiting':
    'Die Bank meldet sich 1 bis 3 Werktage nach Ihrer Zahlung. Sie können diese Seite schließen: Der Boleto bleibt unter dieser Adresse.',

  copied: 'Kopiert',
  'copied.not':
    'Ihr Browser hat nicht kopiert. Der Text ist im Feld markiert: Drücken Sie Strg+C (⌘C am Mac), oder halten Sie ihn gedrückt und wählen Sie „Kopieren“.',

  'checking.title': 'Wir prüfen Ihre Zahlung',
  'checking.text':
    'Zahlen Sie nicht noch einmal. Diese Seite zeigt das Ergebnis von selbst, meist innerhalb einer Minute.',
  'checking.long':
    'Es dauert länger als sonst. Sie können diese Seite schließen: {merchant} wird benachrichtigt, sobald die Bank antwortet.',
  'processing.title': 'Ihre Zahlung wird verarbeitet',
  'processing.text': 'Zahlen Sie nicht noch einmal. Diese Seite zeigt das Ergebnis von selbst.',

  'paid.title': 'Zahlung eingegangen',
  'paid.told': '{merchant} wurde benachrichtigt. Sie können diese Seite schließen.',
  'paid.already.title': 'Diese Bestellung ist bereits bezahlt',
  'paid.already.text': 'Es ist nichts mehr zu tun. Hier ist Ihr Beleg.',
  'paid.refunded.title': 'Diese Zahlung wurde erstattet',
  'paid.refunded.text': 'Das Geld geht auf demselben Weg zurück.',
  'paid.partially-refunded.text': 'Ein Teil davon wurde auf demselben Weg erstattet.',
  'paid.telling': 'Wir benachrichtigen {merchant}.',
  'paid.returning': {
    one: 'Sie werden in {count} Sekunde dorthin geleitet.',
    other: 'Sie werden in {count} Sekunden dorthin geleitet.',
  },
  'paid.stay': 'Hier bleiben',
  'paid.print': 'Drucken oder speichern',
  'paid.email': 'Wir senden den Beleg an {email}.',

  'receipt.amount': 'Betrag',
  'receipt.method': 'Zahlungsart',
  'receipt.card': 'Karte',
  'receipt.card-ending': '{brand} mit den Endziffern {lastFour}',
  'receipt.card-unbranded': 'Endziffern {lastFour}',
  'receipt.installments': 'Raten',
  'receipt.in-installments': '{count} × {amount}',
  'receipt.when': 'Datum',
  'receipt.number': 'Nummer',
  'receipt.order': 'Bestellung',

  'email.subject': 'Ihr Beleg von {merchant}',
  'email.title': 'Sie haben {amount} an {merchant} gezahlt',
  'email.link': 'Beleg öffnen',
  'email.lasting': 'Dort können Sie ihn jederzeit lesen, drucken oder speichern.',
  'email.why':
    'Diese Nachricht wurde automatisch gesendet, weil diese Adresse bei der Zahlung angegeben wurde. Bei Fragen zur Bestellung wenden Sie sich an {merchant}.',

  'expired.title': 'Die Zeit zum Zahlen ist abgelaufen',
  'expired.text':
    'Gehen Sie zurück zum Shop und beginnen Sie neu; Ihre Bestellung ist vielleicht noch da.',
  'canceled.title': 'Diese Zahlung wurde storniert',
  'canceled.text': 'Gehen Sie zurück zum Shop, wenn Sie weiterhin kaufen möchten.',
  'ended.money-came':
    'Ihre Zahlung kam danach an. Der Shop entscheidet, was damit geschieht: Schreiben Sie ihm, wenn Sie nichts hören.',
  'ended.money-returned': 'Ihre Zahlung kam danach an und geht auf demselben Weg zurück.',
  'not-found.title': 'Wir finden diese Zahlung nicht',
  'not-found.text': 'Prüfen Sie die Adresse, oder gehen Sie zurück zum Shop und beginnen Sie neu.',
  'broken.title': 'Bei uns ist etwas kaputtgegangen',
  'broken.text': 'Laden Sie die Seite neu, um den Stand Ihrer Zahlung zu sehen.',
  'broken.request': 'Wenn es wieder geschieht, nennen Sie dem Shop diese Nummer:',
  'broken.again': 'Neu laden',

  'connection.offline':
    'Sie sind offline. Diese Seite macht weiter, sobald Sie wieder online sind.',
  'connection.lost': 'Wir erreichen die Zahlungsseite nicht. Neuer Versuch…',

  'state.loading': 'Wird geladen…',
}
